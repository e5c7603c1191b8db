import * as z from 'zod';

/** A local server: a process on this computer, spoken to over its standard streams. */
export const StdioEntry = z.looseObject({
  command: z.string().min(1),
  args: z.array(z.string()).optional(),
  env: z.record(z.string(), z.string()).optional(),
  cwd: z.string().optional(),
  disabled: z.boolean().optional(),
});
/** A remote server, spoken to over HTTP. */
export const HttpEntry = z.looseObject({
  type: z.enum(['http', 'sse']).optional(),
  url: z.string().min(1),
  headers: z.record(z.string(), z.string()).optional(),
  disabled: z.boolean().optional(),
});
/** One value of `mcpServers` in mcp.json. Unknown members are kept when the file is written again. */
export const ServerEntry = z.union([StdioEntry, HttpEntry]);
export type StdioEntry = z.infer<typeof StdioEntry>;
export type HttpEntry = z.infer<typeof HttpEntry>;
export type ServerEntry = z.infer<typeof ServerEntry>;
export const isStdio = (entry: ServerEntry): entry is StdioEntry => typeof (entry as StdioEntry).command === 'string';
