import { describe, expect, it } from 'vitest';
import { providerPresets, type ProviderView } from '#shared/models/providers.ts';
import { listedOf } from './keepListed.ts';
import { droppedHost, formOf, isOpenToOthers, readForm } from './providerForm.ts';

const known: ProviderView = { ...formOf('openai'), id: 'openai-2', models: ['a'], enabled: false, hasKey: true };

describe('the form of a provider', () => {
  it('is filled in whole by every preset but those that only the person can complete', () => {
    const read = providerPresets.map(({ id }) => [id, readForm(formOf(id), undefined).ok]);
    expect(read.filter(([, ok]) => !ok).map(([id]) => id)).toEqual(['azure', 'custom']);
  });
  it('says what is wrong with which field', () => {
    expect(readForm(formOf('custom'), undefined)).toEqual({
      ok: false,
      problems: { name: 'models.form.nameMissing', baseUrl: 'models.form.baseUrlBad' },
    });
    expect(readForm(formOf('azure'), undefined)).toEqual({ ok: false, problems: { baseUrl: 'models.form.baseUrlPlace' } });
  });
  it.each(['ftp://a', 'a.example', 'https://user:pass@a/v1', 'https://a/v1?key=x', 'https://a/#x', ''])(
    'S44 takes no address like %s',
    (baseUrl) => {
      expect(readForm({ ...formOf('openai'), baseUrl }, undefined).ok).toBe(false);
    },
  );
  it('keeps id, models and the switch of a provider that is changed', () => {
    expect(readForm({ ...known, name: ' New ' }, known)).toMatchObject({
      ok: true,
      draft: { id: 'openai-2', name: 'New', models: ['a'], enabled: false },
    });
  });
  it('begins with the models that the endpoint itself lists, so that a name gone out of use is never offered', () => {
    expect(listedOf(['gone', 'there'], ['there', 'more'])).toEqual(['there']);
    expect(listedOf(['gone'], ['there'])).toEqual([]);
    expect(listedOf(['a'], [])).toEqual(['a']);
  });
  it('S46 says beforehand that another origin drops the key', () => {
    expect(droppedHost(known, 'https://api.openai.com/v2')).toBeUndefined();
    expect(droppedHost(known, 'http://api.openai.com/v1')).toBe('api.openai.com');
    expect(droppedHost({ ...known, hasKey: false }, 'https://elsewhere/v1')).toBeUndefined();
  });
  it('warns of an address that is not encrypted, unless it is on this computer', () => {
    expect(['http://house.example/v1', 'http://127.0.0.1:1/v1', 'http://localhost/v1', 'https://a/v1', 'x'].map(isOpenToOthers)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
