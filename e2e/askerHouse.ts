import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ToolCall } from '#shared/conversation/state.ts';
import type { ServerView } from '#shared/servers/status.ts';
import { openTestHost, until, type TestHost } from './harness.ts';
import { startModelServer, type ModelServer, type RecordedRequest, type Round } from './modelServer.ts';
import { fixture, makeFolder } from './paths.ts';

export const eras = ['modern', 'legacy'] as const;
export type Era = (typeof eras)[number];
const answer: Round = { text: 'sampled!', usage: { inputTokens: 5, outputTokens: 7 } };
/** A request of a chat is told the asker's tools; one for a server, at most that server's own. */
const isOfChat = ({ body }: RecordedRequest): boolean => JSON.stringify(body.tools ?? []).includes('asker__');

/** A host whose one server asks for things, and a scripted model. Each test has a chat and a place of its own, and begins with nothing turned on. */
export class AskerHouse {
  readonly model: ModelServer;
  readonly host: TestHost;
  readonly folder: ReturnType<typeof makeFolder>;
  /** What the server received, line by line. */
  readonly record: string;
  place = '';
  chat = '';
  #chats = 0;
  #seen = 0;
  private constructor(parts: Pick<AskerHouse, 'model' | 'host' | 'folder' | 'record'>) {
    this.model = parts.model;
    this.host = parts.host;
    this.folder = parts.folder;
    this.record = parts.record;
  }
  static async open(era: Era): Promise<AskerHouse> {
    const model = await startModelServer();
    const record = path.join(mkdtempSync(path.join(os.tmpdir(), 'steward-asks-')), 'record');
    const folder = makeFolder({ asker: fixture('asker', { RECORD_FILE: record, ...(era === 'legacy' ? { ASKER_ERA: era } : {}) }) });
    const host = await openTestHost(folder.dir, { OPENAI_API_KEY: 'CANARY-KEY', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' });
    await host.admit('asker');
    const house = new AskerHouse({ model, host, folder, record });
    const { state } = house.view();
    if (state.status !== 'ready' || state.era !== era) throw new Error(`the asker is ${JSON.stringify(state)}`);
    return house;
  }
  async close(): Promise<void> {
    await this.host.close();
    this.folder.remove();
    rmSync(path.dirname(this.record), { recursive: true, force: true });
    await this.model.close();
  }
  begin(): void {
    this.place = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'steward-roots-')));
    this.chat = `chat-${++this.#chats}`;
    this.#seen = this.model.requests.length;
    writeFileSync(this.record, '');
  }
  async end(): Promise<void> {
    const { chat } = this.host;
    await chat.request('conversation.stop', { conversationId: this.chat });
    await chat.request('server.setSampling', { key: 'asker', on: false });
    for (const { path: one } of this.view().permissions?.folders ?? [])
      await chat.request('server.removeFolder', { key: 'asker', path: one });
    await chat.request('settings.change', { change: { callTimeoutSeconds: 300 } });
    await this.ready();
    rmSync(this.place, { recursive: true, force: true });
  }

  view(): ServerView {
    const found = this.host.state('servers', {}).find((s) => s.key === 'asker');
    if (!found) throw new Error('no asker');
    return found;
  }
  ready(): Promise<unknown> {
    return until(() => this.view().state.status === 'ready', 'the server to be ready');
  }
  async allowSampling(): Promise<void> {
    await this.host.chat.request('server.setSampling', { key: 'asker', on: true });
    await this.ready();
  }
  async addFolder(name: string): Promise<string> {
    const dir = path.join(this.place, name);
    mkdirSync(dir, { recursive: true });
    await this.host.chat.request('server.addFolder', { key: 'asker', path: dir, evenUserData: false });
    await this.ready();
    return dir;
  }
  /** The chat's model calls the tool and ends; what is no chat's request gets the answers in turn, the last again and again. The call is allowed. */
  async call(tool: string, args: object = {}, answers: readonly Round[] = [answer]): Promise<void> {
    let asked = 0;
    this.model.script((request) => {
      const { body } = request;
      if (!isOfChat(request)) return answers[Math.min(asked++, answers.length - 1)] ?? answer;
      return body.messages?.at(-1)?.role === 'tool' ? { text: 'ok' } : { calls: [{ name: `asker__${tool}`, arguments: args }] };
    });
    await this.host.send(`call ${tool}`, this.chat);
    await this.host.answer(await this.host.waiting('tool-call', `"toolName":"${tool}"`), 'allow');
  }
  /** The first call of the chat's latest turn, once that has ended. */
  async ended(): Promise<ToolCall> {
    await this.host.ended(this.chat);
    const [call] = this.host.calls(this.chat);
    if (!call) throw new Error('the turn has no call');
    return call;
  }
  /** What the model was asked for the server in this test. */
  samplings(): readonly RecordedRequest[] {
    return this.model.requests.slice(this.#seen).filter((request) => !isOfChat(request));
  }
}

/** What came of a call, as text. */
export const resultOf = (call: ToolCall): string => JSON.stringify('blocks' in call ? call.blocks : []);
