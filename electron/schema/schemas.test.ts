import { setTimeout as later } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSchemas, type Schemas, type SchemasOptions } from './schemas.ts';
import { bundleSchemaWorker } from './workerForTests.ts';

const patient = { budgetMs: 10_000, startMs: 30_000 };
const simple = { type: 'object', properties: { city: { type: 'string' }, n: { type: 'integer', default: 3 } }, required: ['city'] };
/** Every level doubles the one below it when the references are followed. */
const doubling = (levels: number): unknown => {
  const level = (n: number): unknown => ({
    anyOf: [
      { type: 'object', properties: { x: n === 0 ? { type: 'string' } : { $ref: `#/$defs/l${n - 1}` } }, required: ['x'] },
      n === 0 ? { type: 'string' } : { $ref: `#/$defs/l${n - 1}` },
    ],
  });
  return {
    type: 'object',
    properties: { v: { $ref: `#/$defs/l${levels}` } },
    $defs: Object.fromEntries(Array.from({ length: levels + 1 }, (_, n) => [`l${n}`, level(n)])),
  };
};
const slowPattern = { type: 'object', properties: { v: { type: 'string', pattern: '^(a+)+$' } } };
const slowText = JSON.stringify({ v: `${'a'.repeat(60)}!` });

let bundled: Awaited<ReturnType<typeof bundleSchemaWorker>>;
const open: Schemas[] = [];
const start = (options: Partial<SchemasOptions> = patient): Schemas => {
  const schemas = createSchemas({ workerFile: bundled.file, ...options });
  open.push(schemas);
  return schemas;
};
beforeAll(async () => {
  bundled = await bundleSchemaWorker();
}, 120_000);
afterEach(async () => {
  await Promise.all(open.splice(0).map((schemas) => schemas.close()));
});
afterAll(async () => {
  await bundled.remove();
});

describe('the schema worker', { timeout: 120_000 }, () => {
  it('checks a tool, prepares arguments and checks a result', async () => {
    const schemas = start();
    expect(await schemas.check(simple)).toEqual({ ok: true, warnings: [] });
    expect(await schemas.prepare(simple, '{"city":"北京","n":"5"}')).toEqual({
      ok: true,
      argumentsText: '{"city":"北京","n":5}',
      adjusted: [{ pointer: '/n', how: 'converted' }],
    });
    expect(await schemas.prepare(simple, '{}')).toEqual({
      ok: false,
      problem: 'The arguments do not fit the tool:\n- /city is required but missing.',
    });
    expect(await schemas.validateOutput(simple, { city: 5 })).toEqual({
      ok: false,
      problem: 'The structured result does not fit the tool’s own schema:\n- /city must be a string, but is 5.',
    });
  });

  it('answers a hundred calls at once, each with its own answer', async () => {
    const schemas = start();
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => schemas.prepare(simple, JSON.stringify({ city: `c${n}`, n }))));
    expect(answers.map((answer) => answer.ok && answer.argumentsText)).toEqual(
      Array.from({ length: 100 }, (_, n) => `{"city":"c${n}","n":${n}}`),
    );
  });

  it('LIF-18 UA2 a tool with a remote reference is refused with the reason, the others stay usable', async () => {
    const schemas = start();
    const [bad, good] = await Promise.all([
      schemas.check({ type: 'object', properties: { x: { $ref: 'http://127.0.0.1:9/x' } } }),
      schemas.check(simple),
    ]);
    expect(bad).toEqual({
      ok: false,
      problem: 'The schema refers to "http://127.0.0.1:9/x", which lies outside of it; nothing is ever fetched for a schema.',
    });
    expect(good.ok).toBe(true);
  });

  it('S51 a reused $id does not return the earlier validator', async () => {
    const schemas = start();
    const withId = (type: string): unknown => ({ $id: 'https://a.example/tool', type: 'object', properties: { v: { type } } });
    expect((await schemas.prepare(withId('string'), '{"v":"x"}')).ok).toBe(true);
    expect((await schemas.prepare(withId('integer'), '{"v":"x"}')).ok).toBe(false);
  });

  it('ends when idle and starts again when needed', async () => {
    const schemas = start({ ...patient, idleMs: 20 });
    expect((await schemas.check(simple)).ok).toBe(true);
    await later(200);
    expect((await schemas.check(simple)).ok).toBe(true);
  });
});

describe('bombs', { timeout: 120_000 }, () => {
  it('S51 a pattern that backtracks for ever is stopped while the main loop goes on, and later calls are answered', async () => {
    const schemas = start({ budgetMs: 250, startMs: 30_000 });
    await schemas.check(simple);
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 5);
    const bomb = await schemas.prepare(slowPattern, slowText);
    clearInterval(ticking);
    expect(bomb).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/^The check took longer than 25\d ms and was stopped\.$/) as string,
    });
    expect(ticks).toBeGreaterThan(5);
    expect((await schemas.prepare(slowPattern, '{"v":"aaa"}')).ok).toBe(true);
  });

  it('S51 an anyOf that doubles at 22 levels is held to its budget, when it is compiled and when a value is judged', async () => {
    const schemas = start({ budgetMs: 250, startMs: 30_000 });
    const value = (n: number): unknown => (n === 0 ? 5 : { x: value(n - 1) });
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 5);
    const answer = await schemas.prepare(doubling(22), JSON.stringify({ v: value(22) }));
    clearInterval(ticking);
    expect(answer).toMatchObject({ ok: false, problem: expect.stringContaining('took longer than') as string });
    expect(ticks).toBeGreaterThan(5);
  });

  it('S51 jobs behind a bomb run in a fresh worker, calls before checks', async () => {
    const schemas = start({ budgetMs: 300, startMs: 30_000 });
    await schemas.check(simple);
    const order: string[] = [];
    const note = (name: string) => (answer: { readonly ok: boolean }) => order.push(`${name} ${answer.ok ? 'ok' : 'refused'}`);
    await Promise.all([
      schemas.prepare(slowPattern, slowText).then(note('bomb')),
      schemas.check({ ...simple, title: 'one' }).then(note('check')),
      schemas.prepare(simple, '{"city":"x"}').then(note('call')),
    ]);
    expect(order).toEqual(['bomb refused', 'call ok', 'check ok']);
  });

  it('S51 a schema over 256,000 characters, a cyclic one and one nested 50,000 deep never reach the worker', async () => {
    const schemas = start({ workerFile: '/none/schemaWorker.mjs' });
    const cyclic: Record<string, unknown> = { type: 'object' };
    cyclic.properties = { self: cyclic };
    let deep: unknown = {};
    for (let i = 0; i < 50_000; i++) deep = { a: deep };
    for (const schema of [{ type: 'object', description: 'x'.repeat(256_000) }, cyclic, deep, { type: 'object', n: 1n }, undefined]) {
      expect(await schemas.check(schema)).toEqual({
        ok: false,
        problem: 'The schema is larger than 256000 characters or cannot be written as JSON.',
      });
    }
    expect(await schemas.prepare(simple, `{"city":"${'x'.repeat(2_000_000)}"}`)).toMatchObject({ ok: false });
    expect(await schemas.validateOutput(simple, { city: 'x'.repeat(2_000_000) })).toMatchObject({ ok: false });
  });
});

describe('closing', { timeout: 120_000 }, () => {
  it('fails what waits and what comes later, twice without harm', async () => {
    const schemas = start({ budgetMs: 60_000, startMs: 30_000 });
    await schemas.check(simple);
    const waiting = [schemas.prepare(slowPattern, slowText), schemas.check({ ...simple, title: 'x' })];
    await later(20);
    await Promise.all([schemas.close(), schemas.close()]);
    for (const answer of await Promise.all(waiting))
      expect(answer).toMatchObject({ ok: false, problem: expect.stringContaining('closing') as string });
    expect(await schemas.check(simple)).toMatchObject({ ok: false });
  });

  it('before anything was asked starts nothing', async () => {
    await expect(start({ workerFile: '/none/schemaWorker.mjs' }).close()).resolves.toBeUndefined();
  });
});
