import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { endHouses, openFaultHouse, shortLimits } from './faultHouse.ts';
import { until } from './harness.ts';

endHouses();

for (const era of ['legacy', 'modern'] as const) {
  test(`F15 a storm of list_changed costs at most one reading a second, and the tools stay usable (${era})`, async () => {
    const f = await openFaultHouse('list-storm', { era });
    let published = 0;
    f.house.host.hub.watch('servers', {}, () => (published += 1));
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(published).toBeLessThan(10);
    expect((await f.call()).call.status).toBe('done');
  });

  test(`F15 a server that changes its tools at every look is stopped after twenty different lists, and says why (${era})`, async () => {
    const f = await openFaultHouse('list-changing', { era, admit: false, limits: { ...shortLimits, rereadMs: 50 } });
    await f.house.waiting('tools', '"serverKey":"bad"');
    await f.reaches('failed', 'keeps-changing');
    // Nothing of it was ever usable, and the question about a list that no longer is has gone.
    expect(f.house.state('decisions', {})).toEqual([]);
    expect(f.server().tools.every((tool) => !tool.accepted)).toBe(true);
    await f.goodWorks();
  });

  test(`F16 malformed tools are left out with their reasons, and the good ones work (${era})`, async () => {
    const f = await openFaultHouse('bad-tools', { era });
    const { excluded = [], tools } = f.server();
    expect(excluded.map((e) => e.name)).toEqual(expect.arrayContaining(['no_schema']));
    const usable = tools.filter((tool) => tool.unusable === undefined).map((tool) => tool.name);
    expect(usable).toEqual(expect.arrayContaining(['echo', 'calm']));
    for (const name of ['dangling_ref', 'not_an_object', 'remote_ref']) expect(usable).not.toContain(name);
    expect((await f.call()).call.status).toBe('done');
  });
}

test('F16 PAG-1 an endless list is read for a hundred pages, and says so', async () => {
  const f = await openFaultHouse('endless-cursor', { era: 'modern' });
  expect(f.server().tools).toHaveLength(100);
  expect(f.server().warnings).toEqual([{ code: 'list-too-long', detail: 'more than 100 pages' }]);
  expect((await f.call('page_1')).call.status).toBe('done');
});

test('F16 a list that goes round in a circle is read once round, and says so', async () => {
  const f = await openFaultHouse('looping-cursor');
  expect(f.server().tools.map((t) => t.name)).toEqual(['page_1', 'page_2']);
  expect(f.server().warnings).toMatchObject([{ code: 'list-too-long' }]);
});

test('F16 of six hundred tools five hundred are used, and the rest is said to be missing', async () => {
  const f = await openFaultHouse('many-tools');
  expect(f.server().tools).toHaveLength(500);
  expect(f.server().warnings).toMatchObject([{ code: 'too-many-tools' }]);
});

test('F16 a description of five megabytes costs its own tool only', async () => {
  const f = await openFaultHouse('huge-description');
  expect(f.server().tools.map((t) => t.name)).toEqual(['echo', 'calm']);
  expect(f.server().excluded).toMatchObject([{ name: 'wordy', reason: expect.stringContaining('larger') as string }]);
  expect((await f.call()).call.status).toBe('done');
});

test('F16 a list that is refused is a problem of that server, said in its words', async () => {
  const f = await openFaultHouse('list-error', { admit: false });
  const { state } = await f.reaches('failed', 'tools-failed');
  expect(JSON.stringify(state)).toContain('the list is not to be had');
  await f.goodWorks();
});

test('F4 the question about the tools of a server that dies is withdrawn, and asked again when it is back', async () => {
  const f = await openFaultHouse('well', { admit: false, limits: { ...shortLimits, backoffMs: 1500 } });
  const first = await f.house.waiting('tools', '"serverKey":"bad"');
  const [pid = 0] = f.noted('server').slice(-1);
  process.kill(pid, 'SIGKILL');
  await f.reaches('backoff', 'crashed');
  expect(f.house.state('decisions', {})).toEqual([]);
  await expect(f.house.decisions.request('decision.settle', { id: first.id, answer: 'allow' })).rejects.toMatchObject({
    failure: { code: 'not-found' },
  });
  await f.house.answer(await f.house.waiting('tools', '"serverKey":"bad"'), 'allow');
  await until(() => f.server().tools.every((tool) => tool.accepted), 'the tools to be accepted');
});

test('F4 a call allowed after its server has died starts it anew and is sent once; where it can’t be started, not sent, with the reason', async () => {
  const f = await openFaultHouse('well', { limits: { ...shortLimits, backoffMs: 20_000 } });
  const killNow = async (): Promise<void> => {
    process.kill(f.noted('server').at(-1) ?? 0, 'SIGKILL');
    await f.reaches('backoff', 'crashed');
  };
  f.model.script((request) =>
    request.body.messages?.at(-1)?.role === 'user' ? { calls: [{ name: 'bad__echo', arguments: { text: 'x' } }] } : { text: 'I see.' },
  );
  await f.house.send('go');
  const first = await f.house.waiting('tool-call');
  await killNow();
  await f.house.answer(first, 'allow');
  expect((await f.outcome()).call).toMatchObject({ status: 'done' });
  await f.house.send('go', 'chat-2');
  const second = await f.house.waiting('tool-call');
  rmSync(f.program);
  await killNow();
  await f.house.answer(second, 'allow');
  const { call } = await f.outcome('chat-2');
  expect(call).toMatchObject({ status: 'not-sent' });
  expect(JSON.stringify(call)).toContain('exit code 1');
});

test('S27 tools that were denied are not asked about again by a list that is the same', async () => {
  const f = await openFaultHouse('list-storm', { admit: false, limits: { ...shortLimits, rereadMs: 50 } });
  await f.house.answer(await f.house.waiting('tools', '"serverKey":"bad"'), 'deny');
  await new Promise((resolve) => setTimeout(resolve, 800));
  expect(f.house.state('decisions', {})).toEqual([]);
  await f.house.chat.request('server.review', { key: 'bad' });
  await f.house.waiting('tools', '"serverKey":"bad"');
});
