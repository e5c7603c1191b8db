import {
  isBaseUrl,
  isLoopback,
  type PresetId,
  presetOf,
  type ProviderApi,
  type ProviderDraft,
  type ProviderView,
} from '#shared/models/providers.ts';

/** What a person fills in about a provider; the key is a field of its own and never part of what is kept. */
export interface ProviderForm {
  readonly preset: PresetId;
  readonly name: string;
  readonly baseUrl: string;
  readonly api: ProviderApi;
}
export type FormProblem = 'models.form.nameMissing' | 'models.form.baseUrlBad' | 'models.form.baseUrlPlace';
export type FormProblems = { readonly [F in 'name' | 'baseUrl']?: FormProblem };
export type FormResult = { readonly ok: true; readonly draft: ProviderDraft } | { readonly ok: false; readonly problems: FormProblems };

/** A form as the preset fills it in. */
export function formOf(preset: PresetId): ProviderForm {
  const { name, baseUrl, api } = presetOf(preset);
  return { preset, name, baseUrl, api };
}

/** Reads the form into what is saved, or says what is wrong with which field. `known` is the provider that is changed. */
export function readForm(form: ProviderForm, known: ProviderView | undefined): FormResult {
  const name = form.name.trim();
  const baseUrl = form.baseUrl.trim();
  const problems: FormProblems = {
    ...(name === '' ? { name: 'models.form.nameMissing' } : {}),
    ...(!isBaseUrl(baseUrl)
      ? { baseUrl: 'models.form.baseUrlBad' }
      : /\/\/resource\./i.test(baseUrl)
        ? { baseUrl: 'models.form.baseUrlPlace' }
        : {}),
  };
  if (Object.keys(problems).length > 0) return { ok: false, problems };
  const kept = known
    ? { id: known.id, models: [...known.models], enabled: known.enabled }
    : { models: [...presetOf(form.preset).models], enabled: true };
  return { ok: true, draft: { ...kept, preset: form.preset, name, baseUrl, api: form.api } };
}

/** Whether a key sent there could be read on the way. */
export function isOpenToOthers(baseUrl: string): boolean {
  return isBaseUrl(baseUrl.trim()) && /^http:/i.test(baseUrl.trim()) && !isLoopback(baseUrl.trim());
}

/** The host that a key was given for, when the address in the form is of another origin; the key will be dropped. */
export function droppedHost(known: ProviderView | undefined, baseUrl: string): string | undefined {
  if (!known?.hasKey || !isBaseUrl(baseUrl.trim())) return undefined;
  const before = new URL(known.baseUrl);
  return before.origin === new URL(baseUrl.trim()).origin ? undefined : before.host;
}
