const runbooks: Readonly<Record<string, string>> = {
  'slow-queries': `# Slow queries

1. Find the table: the alerts name it.
2. Look at \`slow_query_count\` and \`query_p95_ms\` of that table and note the hour at which they change.
3. Look for a change of that table in the hour before: a new query, a migration, a dropped index.
4. If an index was dropped, create it again without locking the table (\`CREATE INDEX CONCURRENTLY\`) and watch \`query_p95_ms\` fall.
5. Write down what was found before closing the alerts.
`,
  rollback: `# Rolling back a migration

1. Say in the channel what is rolled back and why; one person does it, another watches.
2. Never edit a migration that has run: add a new one that undoes it.
3. Run it outside the peak (11:00 to 14:00 and 19:00 to 22:00).
4. Check the metrics of the table for fifteen minutes afterwards.
`,
};

/** The topics of shop://runbook/{topic}. */
export const runbookTopics: readonly string[] = Object.keys(runbooks);

/** The runbook of a topic as markdown; undefined when there is none. */
export function runbookOn(topic: string): string | undefined {
  return Object.hasOwn(runbooks, topic) ? runbooks[topic] : undefined;
}
