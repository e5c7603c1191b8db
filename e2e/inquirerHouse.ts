import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ToolCall } from '#shared/conversation/state.ts';
import type { Content, Decision } from '#shared/decision/decision.ts';
import type { Era } from './askerHouse.ts';
import { openTestHost, until, type TestHost } from './harness.ts';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { fixture, makeFolder, received, type Received } from './paths.ts';

type Params = Record<string, unknown>;
/** What the fixture `inquirer` is told to ask for. */
export interface Plan {
  readonly rounds?: readonly Readonly<Record<string, Params>>[];
  readonly required?: readonly Params[];
  readonly completesAfter?: number;
  readonly unknownAfter?: number;
  readonly holds?: number;
  readonly doneAfter?: number;
  readonly quiet?: boolean;
}
/** A form of one text field, and more of it. */
export const formOf = (properties: Params, required: readonly string[] = [], message = 'Tell me'): Params => ({
  message,
  requestedSchema: { type: 'object', properties, required },
});

/** A host whose one server asks its person for things, a model that calls it, and a browser that only remembers. */
export class InquirerHouse {
  readonly model: ModelServer;
  readonly host: TestHost;
  readonly folder: ReturnType<typeof makeFolder>;
  readonly record: string;
  readonly opened: string[];
  chat = '';
  #chats = 0;
  private constructor(parts: Pick<InquirerHouse, 'model' | 'host' | 'folder' | 'record' | 'opened'>) {
    this.model = parts.model;
    this.host = parts.host;
    this.folder = parts.folder;
    this.record = parts.record;
    this.opened = parts.opened;
  }
  static async open(era: Era): Promise<InquirerHouse> {
    const model = await startModelServer();
    const record = path.join(mkdtempSync(path.join(os.tmpdir(), 'steward-inquires-')), 'record');
    const env = { RECORD_FILE: record, ...(era === 'legacy' ? { INQUIRER_ERA: era } : {}) };
    const folder = makeFolder({ inquirer: fixture('inquirer', env) });
    const opened: string[] = [];
    const environment = { OPENAI_API_KEY: 'CANARY-KEY', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' };
    const host = await openTestHost(folder.dir, environment, { openLink: async (href) => void opened.push(href) });
    await host.admit('inquirer');
    return new InquirerHouse({ model, host, folder, record, opened });
  }
  async close(): Promise<void> {
    await this.host.close();
    this.folder.remove();
    rmSync(path.dirname(this.record), { recursive: true, force: true });
    await this.model.close();
  }
  async begin(): Promise<void> {
    this.chat = `chat-${++this.#chats}`;
    this.opened.length = 0;
    await this.allow(true);
    writeFileSync(this.record, '');
  }
  async end(): Promise<void> {
    await this.host.chat.request('conversation.stop', { conversationId: this.chat });
  }
  async allow(on: boolean): Promise<void> {
    await this.host.chat.request('server.setInformation', { serverKey: 'inquirer', on });
    await until(() => this.host.state('servers', {}).find((s) => s.key === 'inquirer')?.state.status === 'ready', 'the server to be ready');
  }
  /** The model calls the tool with this plan, and the call is allowed. */
  call(plan: Plan): Promise<void> {
    return this.callTool('ask', { plan: JSON.stringify(plan) });
  }
  async callTool(name: string, args: Params): Promise<void> {
    this.model.script(({ body }) => {
      if (body.messages?.at(-1)?.role === 'tool') return { text: 'ok' };
      return { calls: [{ name: `inquirer__${name}`, arguments: args }] };
    });
    await this.host.send('ask', this.chat);
    await this.host.answer(await this.host.waiting('tool-call'), 'allow');
  }
  waiting<K extends Decision['kind']>(kind: K, about = ''): Promise<Extract<Decision, { kind: K }>> {
    return this.host.waiting(kind, about);
  }
  approve(decision: Decision, content: Content = {}): Promise<void> {
    return this.host.answer(decision, 'allow', content);
  }
  async ended(): Promise<ToolCall> {
    await this.host.ended(this.chat);
    const [call] = this.host.calls(this.chat);
    if (!call) throw new Error('the turn has no call');
    return call;
  }
  received(): readonly Received[] {
    return received(this.record);
  }
  /** Everything on disk of this house, as text. */
  disk(): string {
    return readdirSync(this.folder.dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
      .join('\n');
  }
}
