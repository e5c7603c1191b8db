import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Content, Decision } from '#shared/decision/decision.ts';
import type { TopicKey, TopicName, TopicState } from '#shared/ipc/contract.ts';
import type { Audience } from '#shared/ipc/define.ts';
import type { Bridge } from '#shared/ipc/wire.ts';
import type { ToolCall, Turn } from '#shared/conversation/state.ts';
import { callsOf } from '#shared/conversation/state.ts';
import { plainParts } from '../electron/headless/plainParts.ts';
import { openHost, type Host, type HostParts } from '../electron/host.ts';
import { createClient, type Client } from '../renderer/ipc/client.ts';
import { dist } from './paths.ts';

/** Waits until `read` gives something; what security.md calls a limit, a test may wait for five times over. */
export async function until<T>(
  read: () => T | undefined | false | Promise<T | undefined | false>,
  what: string,
  timeoutMs = 20_000,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await sleep(10);
  }
}

/** The host in plain Node, with both pages as clients over the real contract and a person who answers on the decision page. */
export class TestHost {
  readonly host: Host;
  readonly chat: Client;
  readonly decisions: Client;
  readonly dir: string;
  constructor(host: Host, dir: string) {
    this.host = host;
    this.dir = dir;
    this.chat = createClient(bridgeTo(host, 'chat'));
    this.decisions = createClient(bridgeTo(host, 'decisions'));
  }

  state<T extends TopicName>(name: T, key: TopicKey<T>): TopicState<T> {
    return this.host.hub.state(name, key);
  }
  turn(conversationId: string): Turn | undefined {
    return this.state('conversation', { conversationId }).turns.at(-1);
  }
  calls(conversationId: string): readonly ToolCall[] {
    const turn = this.turn(conversationId);
    return turn ? callsOf(turn) : [];
  }
  async send(text: string, conversationId = 'chat-1'): Promise<void> {
    await this.chat.request('conversation.send', { conversationId, text });
  }
  /** Resolves when the latest turn of the chat has ended. */
  ended(conversationId = 'chat-1'): Promise<Turn> {
    return until(() => {
      const turn = this.turn(conversationId);
      return turn?.outcome !== 'open' && turn;
    }, 'the turn to end');
  }
  /** The first waiting decision of a kind. A test asks more often than a person could bear: whether a server may go on asking gets a yes. */
  async waiting<K extends Decision['kind']>(kind: K, about = ''): Promise<Extract<Decision, { kind: K }>> {
    const isWanted = (d: Decision): d is Extract<Decision, { kind: K }> => d.kind === kind && JSON.stringify(d).includes(about);
    for (;;) {
      const found = await until(
        () => this.state('decisions', {}).find(isWanted) ?? this.state('decisions', {}).find((d) => d.kind === 'too-many'),
        `a decision: ${kind} ${about}`,
      );
      if (isWanted(found)) return found;
      await this.answer(found, 'allow');
    }
  }
  /** Paints the card, waits for its clock and answers, as the decision page does. */
  async answer(decision: Pick<Decision, 'id'>, answer: Answer, content?: Content): Promise<void> {
    await this.decisions.request('decision.painted', { ids: [decision.id] });
    await until(() => this.state('decisions', {}).find((d) => d.id === decision.id)?.armed, 'the card to take answers');
    await this.decisions.request('decision.settle', { id: decision.id, answer, ...(content ? { content } : {}) });
  }
  /** Trusts a server of mcp.json and accepts its tools, in the two steps. */
  async admit(serverKey: string): Promise<void> {
    await this.answer(await this.waiting('server-trust', `"serverKey":"${serverKey}"`), 'allow');
    await this.answer(await this.waiting('tools', `"serverKey":"${serverKey}"`), 'allow');
    await until(
      () =>
        this.state('servers', {})
          .find((s) => s.key === serverKey)
          ?.tools.every((t) => t.accepted),
      'the tools to be accepted',
    );
  }
  async close(): Promise<void> {
    await this.host.close();
  }
}

/** Opens a host on `dir`. Bundled servers run over stdio here, from the same files as in the app. */
export async function openTestHost(
  dir: string,
  environment: Readonly<Record<string, string>> = {},
  { dist: built = dist(), ...more }: Partial<HostParts> & { readonly dist?: string } = {},
): Promise<TestHost> {
  const env = { ...process.env, OPENAI_API_KEY: undefined, OPENAI_BASE_URL: undefined, OPENAI_MODEL: undefined, ...environment };
  const parts = plainParts(dir, built, env, (error) => console.error('reported:', error));
  const host = await openHost({ ...parts, ...more });
  return new TestHost(host, dir);
}

/** What a preload does, without Electron: two functions, every message a copy. */
function bridgeTo(host: Host, page: Audience): Bridge {
  const route = host.routes[page];
  return {
    request: async (name, input) => structuredClone(await route.request(name, structuredClone(input))),
    watch: (name, key, receive) =>
      route.watch(name, key, (frame) => queueMicrotask(() => receive(structuredClone(frame)))) ?? (() => undefined),
  };
}
