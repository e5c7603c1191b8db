import { describe, expect, it } from 'vitest';
import { reasons } from '#shared/i18n/en/reasons.ts';
import { translate, type MessageKey, type Words } from '#shared/i18n/translate.ts';
import { reasonInWords } from './reasonWords.ts';

const chinese = (key: MessageKey, words?: Words): string => translate('zh', key, words);
const words = { code: 'crashed', detail: 'exit code 1 (twice).', problem: '/a: must be number', count: 60, seconds: 1.5, rounds: 3 };

describe('a reason that main wrote is said in the language of the person', () => {
  it.each(Object.keys(reasons) as (keyof typeof reasons)[])('%s', (key) => {
    expect(reasonInWords(chinese, translate('en', key, words))).toBe(translate('zh', key, words));
  });
  it('what a server wrote stays as it is', () => {
    for (const text of ['', 'It was not sent. Really.', '-32602: There is no such tool now.', 'x'.repeat(5000)])
      expect(reasonInWords(chinese, text)).toBe(text);
  });
});
