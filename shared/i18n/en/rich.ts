/** Code, tables, formulas, diagrams and long texts in answers and results; the transcript itself. */
export const rich = {
  'rich.wrap': 'Wrap long lines',
  'rich.showAll': 'Show all {count} characters',
  'rich.wholeText': 'Whole text',
  'rich.moreRows': 'Show more rows ({count} left)',
  'rich.plain': 'This part is too long or too deeply nested to be formatted, so it is shown as plain text.',
  'rich.diagram': 'Diagram',
  'rich.diagram.source': 'Source',
  'rich.diagram.view': 'View of the diagram',
  'rich.diagram.copy': 'Copy source',
  'rich.diagram.drawing': 'Drawing…',
  'rich.diagram.failed': 'This diagram could not be drawn. Here is its source.',
  'rich.diagram.slow': 'Drawing this diagram took too long and was given up. Here is its source.',
  'rich.diagram.long': 'This diagram is too long to be drawn. Here is its source.',
  'rich.latest': 'Jump to latest',
  'rich.loadingEarlier': 'Loading earlier messages…',
} as const;
