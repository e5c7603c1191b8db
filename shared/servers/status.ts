import * as z from 'zod';
import { Place } from '../decision/decision.ts';
import { EraPin } from './eraPin.ts';
import { ProtocolFacts } from './protocolFacts.ts';
import { ServerEntry } from './config.ts';
import { remoteProblemCodes } from './remoteProblems.ts';
import { SignInView } from './signIn.ts';

export const serverProblemCodes = [
  'command-not-found',
  'not-executable',
  'bad-directory',
  'variable-unset',
  'exited-early',
  'not-responding',
  'crashed',
  'keeps-crashing',
  'protocol',
  'message-too-large',
  'too-many-tools',
  'bad-entry',
  'tools-failed',
  ...remoteProblemCodes,
  'list-too-long',
  'keeps-changing',
  'version-changed',
  'not-newer',
  'not-older',
] as const;
/** What went wrong with a server: `code` selects the words, `detail` is technical. */
export const ServerProblem = z.object({ code: z.enum(serverProblemCodes), detail: z.string() });
export type ServerProblem = z.infer<typeof ServerProblem>;

/** Where a connection is. `off` is the person's wish, `idle` a bundled server that starts at its first call. */
export const ConnectionState = z.discriminatedUnion('status', [
  z.object({ status: z.literal('off') }),
  z.object({ status: z.literal('idle') }),
  z.object({ status: z.literal('untrusted'), denied: z.boolean() }),
  z.object({ status: z.literal('starting'), attempt: z.number() }),
  z.object({ status: z.literal('ready'), era: z.enum(['legacy', 'modern']), version: z.string(), readyMs: z.number() }),
  z.object({ status: z.literal('backoff'), attempt: z.number(), untilMs: z.number(), problem: ServerProblem }),
  z.object({ status: z.literal('failed'), problem: ServerProblem }),
  /** The server lets nobody in who has not signed in; it starts once somebody has. */
  z.object({ status: z.literal('sign-in'), problem: ServerProblem }),
  z.object({ status: z.literal('stopping') }),
]);
export type ConnectionState = z.infer<typeof ConnectionState>;

/** One tool of a server as the person sees it. Only accepted, enabled tools are ever told to a model. */
export const ToolView = z.object({
  name: z.string(),
  title: z.string().optional(),
  description: z.string(),
  /** The whole definition as sent, pretty-printed JSON. */
  raw: z.string(),
  digest: z.string(),
  accepted: z.boolean(),
  /** Switched on by the person; a tool that is off is neither told to a model nor callable. */
  enabled: z.boolean(),
  /** Why it can't be used at all, e.g. a schema that can't be compiled. */
  unusable: z.string().optional(),
  /** It names icons; whether one of them can be shown turns out when it is asked for. */
  hasIcon: z.boolean().optional(),
});
export type ToolView = z.infer<typeof ToolView>;

/** A folder that the server is told of as a root. `gone`: it is not there now, or leads elsewhere, and is left out. */
export const FolderView = z.object({ path: z.string(), gone: z.boolean(), holdsUserData: z.boolean() });
export type FolderView = z.infer<typeof FolderView>;
/** What the server may ask of this host. Off until turned on; bound to its launch. */
export const ServerPermissionsView = z.object({
  sampling: z.boolean(),
  information: z.boolean(),
  spent: z.object({ calls: z.number(), tokens: z.number(), maxCalls: z.number(), maxTokens: z.number() }),
  folders: z.array(FolderView),
  /** In the newer era it is told of the folders of the chat that calls, too. */
  chatFolders: z.boolean(),
});
export type ServerPermissionsView = z.infer<typeof ServerPermissionsView>;

export const ServerView = z.object({
  key: z.string(),
  bundled: z.boolean(),
  place: Place,
  entry: ServerEntry.optional(),
  state: ConnectionState,
  /** What the server calls itself; shown, never trusted. */
  serverInfo: z.object({ name: z.string(), version: z.string(), title: z.string().optional(), hasIcon: z.boolean().optional() }).optional(),
  instructions: z.string().optional(),
  tools: z.array(ToolView),
  /** Definitions that could not be read, and why; the others count. */
  excluded: z.array(z.object({ name: z.string(), reason: z.string() })).optional(),
  /** What is wrong with a server that works all the same. */
  warnings: z.array(ServerProblem).optional(),
  stderrTail: z.array(z.string()),
  /** Lines on stdout that were no protocol messages. */
  strayLines: z.number(),
  /** Answers that nobody waited for; absent for none. */
  strayAnswers: z.number().optional(),
  permissions: ServerPermissionsView.optional(),
  protocol: ProtocolFacts.optional(),
  /** The only version that it is spoken to in, by the person's choice for this launch. */
  pin: EraPin.optional(),
  /** Absent for servers that are not reached over HTTP or that the entry has a way in for. */
  signIn: SignInView.optional(),
});
export type ServerView = z.infer<typeof ServerView>;

export const ServersEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('server.changed'), server: ServerView }),
  z.object({ type: z.literal('server.removed'), key: z.string() }),
]);
export type ServersEvent = z.infer<typeof ServersEvent>;
/** All servers: bundled ones first, then in the order of mcp.json. */
export type ServersState = readonly ServerView[];
export const noServers: ServersState = [];
export function reduceServers(state: ServersState, event: ServersEvent): ServersState {
  if (event.type === 'server.removed') return state.filter((s) => s.key !== event.key);
  const at = state.findIndex((s) => s.key === event.server.key);
  return at < 0 ? [...state, event.server] : state.with(at, event.server);
}
