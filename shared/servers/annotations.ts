export const annotationWords = ['readOnly', 'destructive', 'notDestructive', 'idempotent', 'openWorld', 'closedWorld'] as const;

/** What a server says of a tool in its annotations (`raw` is the definition as JSON text): its word, on which nothing rests (TOL-2). */
export function annotationsOf(raw: string): readonly (typeof annotationWords)[number][] {
  const { annotations } = JSON.parse(raw) as { readonly annotations?: unknown };
  if (typeof annotations !== 'object' || annotations === null) return [];
  const said = annotations as Readonly<Record<string, unknown>>;
  const isReadOnly = said.readOnlyHint === true;
  return [
    ...(isReadOnly ? (['readOnly'] as const) : []),
    // The two hints on writing mean something only where it writes.
    ...(!isReadOnly && said.destructiveHint === true ? (['destructive'] as const) : []),
    ...(!isReadOnly && said.destructiveHint === false ? (['notDestructive'] as const) : []),
    ...(!isReadOnly && said.idempotentHint === true ? (['idempotent'] as const) : []),
    ...(said.openWorldHint === true ? (['openWorld'] as const) : []),
    ...(said.openWorldHint === false ? (['closedWorld'] as const) : []),
  ];
}
