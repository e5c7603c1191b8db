import type { Ask, Id, Json, Peer, Script } from './script.ts';
import { listening, tellSubscriber } from './scriptedServer.ts';

/** Who wants to hear of changes, in either era: subscriptions of the newer one, addresses of the older. */
export class Subscribers {
  readonly #listening = new Map<Id, { readonly ask: Ask; readonly granted: Json }>();
  readonly #watched = new Set<unknown>();
  readonly #refuses: string;
  /** Whoever asks for `refuses` is not told of it. */
  constructor(refuses = '') {
    this.#refuses = refuses;
  }
  /** What a script needs for it. */
  get parts(): Pick<Script, 'answers' | 'cancelled'> {
    return {
      answers: {
        'subscriptions/listen': (ask, peer) =>
          peer.era === 'modern' ? this.#listen(ask, peer) : peer.error(ask, { code: -32601, message: 'no' }),
        'resources/subscribe': (ask, peer) => {
          if (ask.params['uri'] === this.#refuses) return peer.error(ask, { code: -32602, message: 'this one is not watched' });
          this.#watched.add(ask.params['uri']);
          peer.result(ask, {});
        },
        'resources/unsubscribe': (ask, peer) => {
          this.#watched.delete(ask.params['uri']);
          peer.result(ask, {});
        },
      },
      cancelled: (id) => void this.#listening.delete(id),
    };
  }
  /** Tells whoever has asked for it: of the newer era those whose filter has the member, and the address where one is given. */
  tell(peer: Peer, method: string, member: string, uri?: string): void {
    const params = uri === undefined ? {} : { uri };
    if (peer.era === 'legacy') {
      if (uri === undefined || this.#watched.has(uri)) peer.notify(method, params);
      return;
    }
    for (const { ask, granted } of this.#listening.values()) {
      const wanted = granted[member];
      if (uri === undefined ? wanted === true : Array.isArray(wanted) && wanted.includes(uri)) tellSubscriber(peer, ask, method, params);
    }
  }
  /** Ends every subscription of the newer era from this side. */
  drop(peer: Peer): void {
    for (const { ask } of this.#listening.values()) peer.hangUp(ask);
    this.#listening.clear();
  }

  #listen(ask: Ask, peer: Peer): void {
    const asked = ask.params['notifications'] as Json;
    const uris = asked['resourceSubscriptions'];
    const granted = Array.isArray(uris) ? { ...asked, resourceSubscriptions: uris.filter((uri) => uri !== this.#refuses) } : asked;
    this.#listening.set(ask.id, { ask, granted });
    listening(peer, ask, granted);
  }
}
