import type { ProviderDraft } from '#shared/models/providers.ts';
import type { Client } from '../../ipc/client.ts';

/** Of the models that a preset begins with, those that the endpoint itself lists: names go out of use, its list does not. */
export const listedOf = (models: readonly string[], listed: readonly string[]): string[] =>
  listed.length === 0 ? [...models] : models.filter((model) => listed.includes(model));

/** Asks a provider that was just added for its list, and takes out what is not on it. One that gives no list keeps what the preset has. */
export async function keepListed(client: Client, id: string, draft: ProviderDraft): Promise<void> {
  const list = await client.request('provider.models', { id });
  if (!list.ok) return;
  const models = listedOf(draft.models, list.models);
  if (models.length < draft.models.length) await client.request('provider.save', { ...draft, id, models });
}
