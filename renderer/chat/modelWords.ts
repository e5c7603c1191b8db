import type { ModelView } from '#shared/models/models.ts';
import type { Translate } from '../i18n.ts';

/** A model's name; the built-in one is called by what it is, in the person's language. */
export const modelName = (t: Translate, model: ModelView): string => (model.provider === 'demo' ? t('chat.model.demo') : model.name);

/** Where a model's text goes, in a sentence. */
export const whereTo = (t: Translate, model: ModelView): string =>
  model.sendsOut ? t('chat.model.goesTo', { origin: model.origin ?? '' }) : t('chat.model.builtIn');

/** The same in a word or two. */
export const whereToInShort = (t: Translate, { sendsOut, origin }: ModelView): string =>
  sendsOut ? (origin && URL.canParse(origin) ? new URL(origin).host : (origin ?? '')) : t('chat.model.builtInShort');
