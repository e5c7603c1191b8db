import type { ModelView } from '#shared/models/models.ts';
import { isLoopback } from '#shared/models/providers.ts';
import type { Translate } from '../i18n.ts';

/** A model's name; the built-in one is called by what it is, in the person's language. */
export const modelName = (t: Translate, model: ModelView): string => (model.provider === 'demo' ? t('chat.model.demo') : model.name);

/** The provider under whose name a model stands in the menu, and where its text goes, in a sentence. */
export function groupOf(t: Translate, model: ModelView): { readonly name: string; readonly note: string } {
  if (!model.sendsOut) return { name: t('models.menu.builtIn'), note: t('models.menu.stays') };
  const origin = model.origin ?? '';
  const note = isLoopback(origin) ? t('models.menu.here', { origin }) : t('chat.model.goesTo', { origin });
  return { name: model.group ?? t('models.menu.environment'), note };
}

/** Whose the model is, in a word or two: the provider's name, or the host where there is none. */
export const whereToInShort = (t: Translate, { sendsOut, group, origin }: ModelView): string =>
  sendsOut ? (group ?? (origin && URL.canParse(origin) ? new URL(origin).host : (origin ?? ''))) : t('chat.model.builtInShort');
