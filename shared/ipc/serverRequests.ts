import * as z from 'zod';
import { ServerEntry } from '../servers/config.ts';
import { eraChoices } from '../servers/eraPin.ts';
import { FoundConfig } from '../servers/importConfig.ts';
import { Icon } from '../servers/icon.ts';
import { SignInChoice, SignInSecrets } from '../servers/signInChoice.ts';
import { ServerTest } from '../servers/serverTest.ts';
import { LogLevel, ServerLog, TrafficPage } from '../trace/traffic.ts';
import { request, type Audiences } from './define.ts';

const chat: Audiences = ['chat'];
const Id = z.string().min(1).max(200);
const Name = z.string().min(1).max(512);
const FilePath = z.string().min(1).max(4096);
const server = z.strictObject({ serverKey: Id });
const tool = z.strictObject({ serverKey: Id, toolName: Name });

/** What the page of one server asks: its traffic, its log, its tools by hand, and servers of other apps. */
export const serverRequests = {
  /** A tool that is off is neither told to a model nor callable, at once. */
  'server.setToolEnabled': request(chat, z.strictObject({ serverKey: Id, toolName: Name, enabled: z.boolean() }), z.void()),
  /** Whether a server may ask for information: forms, and links to be opened. An older one is connected anew. */
  'server.setInformation': request(chat, z.strictObject({ serverKey: Id, on: z.boolean() }), z.void()),
  /** Which version of the protocol it is spoken to in. It is connected to anew. */
  'server.setEraPin': request(chat, z.strictObject({ serverKey: Id, choice: z.enum(eraChoices) }), z.void()),
  /** Asks a server for its tools now and says what happened. One that is not trusted is only asked about. */
  'server.test': request(chat, server, ServerTest),
  /** The icon of a server, or of an accepted tool of it; null where there is none that can be shown (S4). */
  'server.icon': request(chat, z.strictObject({ serverKey: Id, toolName: Name.optional() }), Icon.nullable()),
  /** Reads its list of tools now, whatever it promised of how long the last one holds. */
  'server.relist': request(chat, server, z.void()),
  /** Asks for a sign-in on the decision page; returns when it has come to something. */
  'server.signIn': request(chat, server, z.void()),
  /** Drops the tokens, and tells the authorization server so. */
  'server.signOut': request(chat, server, z.void()),
  /** How to sign in to a server. A secret that is absent stays as it is, an empty one is taken away; none ever comes back. */
  'server.setSignIn': request(chat, z.strictObject({ serverKey: Id, choice: SignInChoice, ...SignInSecrets.shape }), z.void()),
  'server.log': request(chat, server, ServerLog),
  /** How much a server shall log over the protocol; null for nothing. Until the app ends. */
  'server.setLogLevel': request(chat, z.strictObject({ serverKey: Id, level: LogLevel.nullable() }), z.void()),
  /** Frames after `after`, at most 200. Asked for again and again only while somebody looks. */
  'traffic.page': request(chat, z.strictObject({ serverKey: Id, after: z.number().int().min(0) }), TrafficPage),
  'traffic.clear': request(chat, server, z.void()),
  /** Writes all kept frames as JSON Lines to a new file: at the path (absolute, `.jsonl`), or where a dialog of main says. */
  'traffic.export': request(
    chat,
    z.strictObject({ serverKey: Id, path: FilePath.optional() }),
    z.object({ path: z.string().optional(), frames: z.number() }),
  ),
  /** Runs a tool by hand: a decision is asked as for a model's call. The topic `playground` tells the rest. */
  'tool.run': request(
    chat,
    z.strictObject({ serverKey: Id, toolName: Name, argumentsText: z.string().max(2_000_000) }),
    z.object({ turnId: z.string() }),
  ),
  'tool.stop': request(chat, z.strictObject({ turnId: Id }), z.void()),
  /** The function definition that a model behind each kind of endpoint gets for a tool. */
  'tool.definitions': request(
    chat,
    tool,
    z.array(
      z.object({
        /** The kinds of endpoints that get this very definition. */
        profile: z.string(),
        shape: z.enum(['openai', 'anthropic']),
        name: z.string(),
        description: z.string(),
        parameters: z.record(z.string(), z.unknown()),
      }),
    ),
  ),
  /** The configurations of other apps that are on this computer. */
  'import.find': request(chat, z.strictObject({}), z.array(z.object({ app: z.string(), path: z.string() }))),
  'import.read': request(chat, z.strictObject({ path: FilePath }), FoundConfig),
  /** Writes entries to mcp.json under free names and returns these; each starts only after its review. */
  'import.apply': request(
    chat,
    z.strictObject({
      entries: z
        .array(z.strictObject({ key: Id, entry: ServerEntry }))
        .min(1)
        .max(200),
    }),
    z.object({ keys: z.array(z.string()) }),
  ),
} as const;
