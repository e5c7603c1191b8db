import type { Notice } from '#shared/notices.ts';
import type { TopicHub } from './ipc/topicHub.ts';
import type { SweptProcess } from './mcp/processes.ts';

/** What the whole app has to say; one notice per cause. */
export class Notices {
  readonly #hub: TopicHub;
  constructor(hub: TopicHub) {
    this.#hub = hub;
  }
  raise(code: Notice['code'], detail: string, about = ''): void {
    const dismissible = code !== 'not-saved' && code !== 'config-broken';
    this.#hub.publish(
      'notices',
      {},
      { type: 'notice.raised', notice: { id: `${code}:${about}`, code, detail: detail.slice(0, 2000), dismissible } },
    );
  }
  clear(code: Notice['code'], about = ''): void {
    this.#hub.publish('notices', {}, { type: 'notice.cleared', id: `${code}:${about}` });
  }
  /** Clears every notice of a code. */
  clearAll(code: Notice['code']): void {
    for (const { id } of this.#hub.state('notices', {}).filter((n) => n.code === code))
      this.#hub.publish('notices', {}, { type: 'notice.cleared', id });
  }
  /** What a crash had left behind and was ended at this start; nothing when there was none that still lived. */
  tellSwept(swept: readonly SweptProcess[]): void {
    if (swept.every(({ outcome }) => outcome === 'gone')) return;
    this.raise('orphans-swept', swept.map((row) => `${row.serverKey}: ${row.name ?? ''} (${row.pid}) ${row.outcome}`).join('\n'));
  }
  dismiss(id: string): void {
    if (this.#hub.state('notices', {}).some((n) => n.id === id && n.dismissible))
      this.#hub.publish('notices', {}, { type: 'notice.cleared', id });
  }
}
