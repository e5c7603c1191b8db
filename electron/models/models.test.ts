import { describe, expect, it } from 'vitest';
import { createModels } from './models.ts';
import type { ModelChunk } from './provider.ts';

const demo = { id: 'demo/demo', provider: 'demo', name: 'Demo', sendsOut: false };
const KEY = 'sk-test-4f9c2b7e81';

describe('the models that can be chosen', () => {
  it('without anything in the environment there is the demo model, selected', () => {
    const models = createModels({ environment: { OPENAI_API_KEY: ' ', OPENAI_BASE_URL: '', OPENAI_MODEL: 'alone' } });
    expect([models.views(), models.selectedId(null), models.selectedId('gone/x')]).toEqual([[demo], 'demo/demo', 'demo/demo']);
    expect(models.provider('demo/demo')?.id).toBe('demo/demo');
    expect(models.provider('gone/x')).toBeUndefined();
  });

  it.each<[Record<string, string>, object]>([
    [{ OPENAI_API_KEY: KEY }, { id: 'environment/gpt-4o-mini', name: 'gpt-4o-mini', origin: 'https://api.openai.com' }],
    [
      { OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1', OPENAI_MODEL: 'qwen/q3' },
      { id: 'environment/qwen/q3', name: 'qwen/q3', origin: 'http://127.0.0.1:11434' },
    ],
    [
      { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: 'https://user:secret@host.example:8443/v1?token=t0ken' },
      { id: 'environment/gpt-4o-mini', name: 'gpt-4o-mini', origin: 'https://host.example:8443' },
    ],
    [{ OPENAI_BASE_URL: 'not an address' }, { id: 'environment/gpt-4o-mini', name: 'gpt-4o-mini' }],
  ])('S46 %j makes one, selected by default, whose view has the origin and no secret', (environment, view) => {
    const models = createModels({ environment });
    const expected = { provider: 'environment', sendsOut: true, ...view };
    expect(models.views()).toEqual([expected, demo]);
    expect(models.selectedId(null)).toBe(expected['id' as keyof typeof expected]);
    expect(models.selectedId('demo/demo')).toBe('demo/demo');
    expect(JSON.stringify(models.views())).not.toMatch(/sk-|secret|t0ken/);
  });

  it('the environment’s model is asked at its address, with its key, by its name', async () => {
    const asked: unknown[] = [];
    const models = createModels({
      environment: { OPENAI_API_KEY: `${KEY}\n`, OPENAI_BASE_URL: 'http://host.example/v1/', OPENAI_MODEL: 'm1' },
      fetch: (url, init) => {
        const body = JSON.parse(init.body as string) as { model: string };
        asked.push([url, body.model, new Headers(init.headers).get('authorization')]);
        return Promise.resolve(new Response('data: {"choices":[{"delta":{"content":"hello"},"finish_reason":"stop"}]}\n\n'));
      },
    });
    const chunks: ModelChunk[] = [];
    const provider = models.provider(models.selectedId(null));
    const stream = provider?.stream({ system: '', messages: [{ role: 'user', text: 'hi' }], tools: [] }, new AbortController().signal);
    for await (const chunk of stream ?? []) chunks.push(chunk);
    expect(chunks[0]).toEqual({ kind: 'text', text: 'hello' });
    expect(asked).toEqual([['http://host.example/v1/chat/completions', 'm1', `Bearer ${KEY}`]]);
  });
});
