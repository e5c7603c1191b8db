/** The keys of the bundled demo servers, in the order a person sees them; the same names stand in mcp.json. */
export const demoServerKeys = ['assistant', 'shop'] as const;
export type DemoServerKey = (typeof demoServerKeys)[number];

/** True for the key of a bundled demo server. */
export function isDemoServerKey(value: unknown): value is DemoServerKey {
  return demoServerKeys.some((key) => key === value);
}
