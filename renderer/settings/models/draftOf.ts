import type { ProviderDraft, ProviderView } from '#shared/models/providers.ts';

/** A provider as it is saved, with some of it changed. */
export function draftOf({ id, preset, name, baseUrl, api, models, enabled }: ProviderView, change: Partial<ProviderDraft>): ProviderDraft {
  return { id, preset, name, baseUrl, api, models, enabled, ...change };
}
