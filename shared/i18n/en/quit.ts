/** The one question before the app ends while something would be lost. */
export const quit = {
  'quit.ask': 'Quit although something is not finished?',
  'quit.call.one': 'A tool call is running. Its result would be lost; what it does on the server may happen nevertheless.',
  'quit.call.many': '{count} tool calls are running. Their results would be lost; what they do on the servers may happen nevertheless.',
  'quit.answer.one': 'An answer is still being written. What has arrived is kept, the rest would be lost.',
  'quit.answer.many': '{count} answers are still being written. What has arrived is kept, the rest would be lost.',
  'quit.unsaved': 'The disk has not taken everything yet. What is not saved would be lost.',
  'quit.stay': 'Don’t quit',
  'quit.go': 'Quit Steward',
} as const;
