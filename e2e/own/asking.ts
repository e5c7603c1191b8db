import { type Ask, type Json, type Peer, text } from './script.ts';

/** What a server asks the host for, by keys of its own. */
export type Wishes = Readonly<Record<string, { readonly method: string; readonly params: Json }>>;

/**
 * Asks the host for things while a request runs, as each era does: the newer by a result that wants another round, the older by requests of
 * its own, all at once. `done` is told the answers by key, an error as `{error}`; they are put on the record as `answers`.
 */
export async function asking(ask: Ask, peer: Peer, wishes: Wishes, done: (answers: Json) => Json): Promise<void> {
  const { params, method } = ask;
  if (peer.era === 'modern' && params['inputResponses'] === undefined) {
    peer.bareResult(ask, { resultType: 'input_required', inputRequests: wishes });
    return;
  }
  const answers = peer.era === 'modern' ? (params['inputResponses'] as Json) : await pushAll(ask, peer, wishes);
  peer.note('answers', { of: params['name'] ?? params['uri'], answers });
  peer.result({ id: ask.id, method }, done(answers));
}
async function pushAll(ask: Ask, peer: Peer, wishes: Wishes): Promise<Json> {
  const all = Object.entries(wishes).map(async ([key, { method, params }]) => {
    const answer = await peer.push(method, params, ask);
    return [key, answer.error ? { error: answer.error } : answer.result] as const;
  });
  return Object.fromEntries(await Promise.all(all));
}

/** A tool that asks for one thing, and says what it was answered. */
export const asks =
  (method: string, params: Json) =>
  (ask: Ask, peer: Peer): Promise<void> =>
    asking(ask, peer, { wish: { method, params } }, (answers) => text(JSON.stringify(answers)));
export const form = (
  message: string,
  properties: Json = { a: { type: 'string', default: 'x' } },
  required: readonly string[] = [],
): Json => ({
  message,
  requestedSchema: { type: 'object', properties, required },
});
