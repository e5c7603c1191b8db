import type { HostParts } from '../../electron/host.ts';
import { openTestHost, until, type TestHost } from '../harness.ts';
import type { ToolCall } from '#shared/conversation/state.ts';
import { startModelServer, type ModelServer } from '../modelServer.ts';
import { makeFolder } from '../paths.ts';
import { listen, type Answer, type Listening } from './listening.ts';

/** A host in plain Node with one server of its list, called `far`, and whatever HTTP servers a test starts. */
export class OneServer {
  readonly #servers: Listening[] = [];
  #model: ModelServer | undefined;
  #folder: ReturnType<typeof makeFolder> | undefined;
  #house: TestHost | undefined;
  /** What the host is opened with besides. */
  readonly #more: Partial<HostParts>;
  constructor(more: Partial<HostParts> = {}) {
    this.#more = more;
  }

  /** The scripted model of the open host. */
  get model(): ModelServer {
    if (!this.#model) throw new Error('no host is open');
    return this.#model;
  }
  async start(answer: Answer, port?: number): Promise<Listening> {
    const server = await listen(answer, port);
    this.#servers.push(server);
    return server;
  }
  /** Opens a host whose one server is this entry, and trusts it. */
  async open(
    entry: Readonly<Record<string, unknown>>,
    environment: Readonly<Record<string, string>> = {},
    more: Partial<HostParts> = {},
  ): Promise<TestHost> {
    await this.#leave();
    this.#model = await startModelServer();
    this.#folder = makeFolder({ far: entry });
    const models = { OPENAI_API_KEY: 'CANARY-KEY', OPENAI_BASE_URL: this.#model.url, OPENAI_MODEL: 'scripted' };
    const house = await openTestHost(this.#folder.dir, { ...models, ...environment }, { ...this.#more, ...more });
    this.#house = house;
    await house.answer(await house.waiting('server-trust'), 'allow');
    return house;
  }
  /** The same with its tools accepted. */
  async admit(...given: Parameters<OneServer['open']>): Promise<TestHost> {
    const house = await this.open(...given);
    await house.answer(await house.waiting('tools'), 'allow');
    return house;
  }
  /** Makes one allowed call of `do` and gives what became of it. */
  async callDo(
    chat = 'chat-1',
  ): Promise<{ readonly status: string | undefined; readonly text: string; readonly call: ToolCall | undefined }> {
    const house = this.#house;
    if (!house) throw new Error('no host is open');
    this.#model?.script([{ calls: [{ name: 'far__do', arguments: {} }] }, { text: 'ok' }]);
    await house.send('do it', chat);
    await house.answer(await house.waiting('tool-call'), 'allow');
    await house.ended(chat);
    const [call] = house.calls(chat);
    return { status: call?.status, text: JSON.stringify(call), call };
  }
  async close(): Promise<void> {
    await this.#leave();
    for (const server of this.#servers.splice(0)) await server.close();
  }
  async #leave(): Promise<void> {
    await this.#house?.close();
    await this.#model?.close();
    this.#folder?.remove();
    this.#house = undefined;
  }
}

export const stateOf = (house: TestHost) => house.state('servers', {}).find((s) => s.key === 'far')?.state;
/** The state of the connection once it has come to something. */
export const settled = (house: TestHost) =>
  until(() => {
    const state = stateOf(house);
    return state && ['failed', 'backoff', 'ready', 'sign-in'].includes(state.status) && state;
  }, 'the connection to come to something');
