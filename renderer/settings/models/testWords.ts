import type { ModelList, ProviderTest } from '#shared/models/providerTest.ts';
import type { Translate } from '../../i18n.ts';

const told = ['model-key', 'model-unreachable', 'model-missing', 'model-rate', 'model-overloaded'] as const;

/** How asking a provider went, in words for a person. */
export function testWords(t: Translate, result: ProviderTest | Extract<ModelList, { ok: false }>): string {
  if (!result.ok) {
    const code = told.find((known) => known === result.code);
    return t(code ? `models.test.${code}` : 'models.test.other');
  }
  const { models } = result;
  if (models === undefined) return t('models.test.ok');
  return models === 1 ? t('models.test.okOne') : t('models.test.okMany', { count: models });
}
