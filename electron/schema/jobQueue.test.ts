import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSchemas, type Schemas, type SchemasOptions } from './schemas.ts';

const patient = { budgetMs: 10_000, startMs: 30_000 };
const simple = { type: 'object', properties: { city: { type: 'string' } } };

let folder = '';
const open: Schemas[] = [];
const start = (options: SchemasOptions): Schemas => {
  const schemas = createSchemas(options);
  open.push(schemas);
  return schemas;
};
/** A worker of another making, in place of the real one. */
async function fakeWorker(name: string, source: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(
    file,
    `import { parentPort } from 'node:worker_threads';\nimport { appendFileSync, existsSync, writeFileSync } from 'node:fs';\n${source}`,
  );
  return file;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-job-queue-'));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((schemas) => schemas.close()));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('a worker that fails', { timeout: 120_000 }, () => {
  const echo = `parentPort.on('message', ({ id, job }) => { parentPort.postMessage({ kind: 'began', id }); act(id, job); });
    const done = (id) => parentPort.postMessage({ kind: 'ended', id, outcome: { ok: true, argumentsText: '', adjusted: [], warnings: [] } });
    parentPort.postMessage({ kind: 'ready' });`;

  it('that dies of a job fails that job alone and is replaced', async () => {
    const workerFile = await fakeWorker(
      'dies.mjs',
      `${echo}\nfunction act(id, job) { if (job.argumentsText === 'die') process.exit(7); done(id); }`,
    );
    const schemas = start({ ...patient, workerFile });
    const [first, second] = await Promise.all([schemas.prepare(simple, 'die'), schemas.prepare(simple, 'live')]);
    expect(first).toEqual({ ok: false, problem: 'The check failed and was stopped (exit code 7).' });
    expect(second.ok).toBe(true);
  });

  it('that needs too much memory fails that job alone and is replaced', async () => {
    const workerFile = await fakeWorker(
      'greedy.mjs',
      `${echo}\nfunction act(id, job) { const all = []; while (job.argumentsText === 'more') all.push(new Array(10000).fill(all.length)); done(id); }`,
    );
    const schemas = start({ ...patient, workerFile });
    const [first, second] = await Promise.all([schemas.prepare(simple, 'more'), schemas.prepare(simple, 'less')]);
    expect(first).toMatchObject({ ok: false, problem: expect.stringContaining('failed and was stopped') as string });
    expect(second.ok).toBe(true);
  });

  it('that throws between jobs is replaced', async () => {
    const workerFile = await fakeWorker(
      'late.mjs',
      `${echo}\nfunction act(id) { done(id); setTimeout(() => { throw new Error('late'); }, 5); }`,
    );
    const schemas = start({ ...patient, workerFile });
    expect((await schemas.prepare(simple, '{}')).ok).toBe(true);
    await later(200);
    expect((await schemas.prepare(simple, '{}')).ok).toBe(true);
  });

  it.each([
    ['whose file is not there', 'missing.mjs', undefined, 'could not be started'],
    ['that throws at once', 'throws.mjs', 'throw new Error("broken");', 'could not be started (broken)'],
    ['that never says it is up', 'mute.mjs', 'parentPort.on("message", () => {});', 'it did not start in time'],
    [
      'that never takes up a job',
      'idle.mjs',
      'parentPort.on("message", () => {}); parentPort.postMessage({ kind: "ready" });',
      'does not answer',
    ],
  ])('%s makes every waiting job fail closed', async (_what, name, source, why) => {
    const workerFile = source === undefined ? join(folder, name) : await fakeWorker(name, source);
    const schemas = start({ budgetMs: 200, startMs: name === 'mute.mjs' ? 300 : 3000, workerFile });
    const answers = await Promise.all([schemas.check(simple), schemas.prepare(simple, '{"city":"x"}')]);
    for (const answer of answers) expect(answer).toMatchObject({ ok: false, problem: expect.stringContaining(why) as string });
  });

  it('a path that is no path fails closed instead of throwing', async () => {
    expect(await start({ workerFile: 'not-a-path.mjs' }).check(simple)).toMatchObject({
      ok: false,
      problem: expect.stringContaining('could not be started') as string,
    });
  });

  it('a slow start is not charged to the first job', async () => {
    const workerFile = await fakeWorker(
      'slow.mjs',
      `const until = Date.now() + 600; while (Date.now() < until);\n${echo}\nfunction act(id) { done(id); }`,
    );
    expect((await start({ budgetMs: 200, startMs: 30_000, workerFile }).prepare(simple, '{}')).ok).toBe(true);
  });

  it('a main loop that was busy for longer than the budget does not cost a job that was done in time', async () => {
    const workerFile = await fakeWorker('brief.mjs', `${echo}\nfunction act(id) { setTimeout(() => done(id), 100); }`);
    const schemas = start({ budgetMs: 400, startMs: 30_000, workerFile });
    await schemas.prepare(simple, '{}');
    const answer = schemas.prepare(simple, '{}');
    await later(30);
    const until = Date.now() + 1000;
    while (Date.now() < until);
    expect((await answer).ok).toBe(true);
  });

  it('S51 a tool whose check overran is tried once more, and then remembered as unusable', async () => {
    const count = join(folder, 'count.txt');
    const workerFile = await fakeWorker(
      'overruns.mjs',
      `${echo}\nfunction act(id) { appendFileSync(${JSON.stringify(count)}, 'x'); for (;;); }`,
    );
    const schemas = start({ budgetMs: 50, startMs: 30_000, workerFile });
    expect((await schemas.check(simple)).ok).toBe(false);
    expect((await schemas.check(simple)).ok).toBe(false);
    expect((await schemas.prepare(simple, '{}')).ok).toBe(false);
    expect(await readFile(count, 'utf8')).toBe('xx');
  });

  it('an honest tool that was only unlucky once is usable', async () => {
    const mark = join(folder, 'mark.txt');
    const workerFile = await fakeWorker(
      'unlucky.mjs',
      `${echo}\nfunction act(id) { if (existsSync(${JSON.stringify(mark)})) return done(id); writeFileSync(${JSON.stringify(mark)}, ''); for (;;); }`,
    );
    expect((await start({ budgetMs: 50, startMs: 30_000, workerFile }).check(simple)).ok).toBe(true);
  });
});
