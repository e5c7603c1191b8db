import { describe, expect, test } from 'vitest';
import { answer, scriptedServers, textResult } from './scripted/scriptedServers.ts';
import type { StartedServer } from './scripted/startedServer.ts';

// What the fixture does, not what the app does about it: no title here begins with the id of a fault.
const { start } = scriptedServers();

describe('start', () => {
  test('exit-early prints its lines to stderr and exits with the wished code', async () => {
    const server = start('exit-early', { EXIT_CODE: '127', COUNT: '30' });
    expect(await server.exited).toEqual({ code: 127, signal: null });
    expect(server.stderr.toString().split('\n')).toHaveLength(31);
  });

  test('the hanging modes keep quiet where they should and answer elsewhere', async () => {
    const [discover, initialize, all] = [start('hang-discover'), start('hang-initialize'), start('hang')];
    for (const server of [discover, initialize, all]) server.ask('server/discover');
    const ids = [discover, initialize, all].map((server) => server.ask('initialize', { protocolVersion: '2025-11-25' }));
    expect((await answer(discover, ids[0])).result).toMatchObject({ protocolVersion: '2025-11-25' });
    expect((await answer(initialize, 1)).error).toMatchObject({ code: -32601 });
    expect([discover.answersTo(1), initialize.answersTo(ids[1]), all.messages]).toEqual([[], [], []]);
  });

  test('slow-start answers late, and a forced revision is the one that is named', async () => {
    const server = start('slow-start', { DELAY_MS: '600', PROTOCOL_VERSION: '2024-11-05' });
    const began = performance.now();
    const { result } = await answer(server, server.ask('initialize', { protocolVersion: '2025-11-25' }));
    expect(result).toMatchObject({ protocolVersion: '2024-11-05' });
    expect(performance.now() - began).toBeGreaterThan(600);
  });

  test('crash-loop exits by itself', async () => {
    expect(await start('crash-loop').exited).toEqual({ code: 1, signal: null });
  });

  test('an unknown mode is an error of its own, so that a misspelt test does not pass', async () => {
    const server = start('hang,nonsense');
    expect((await server.exited).code).toBe(64);
    expect(server.stderr.toString()).toContain('there is no mode nonsense');
  });
});

describe('lines', () => {
  test('banner puts noise before and after every message', async () => {
    const server = start('banner');
    expect((await answer(server, server.call())).result).toMatchObject({ content: [{ text: 'hello' }] });
    const text = server.bytes.toString();
    expect(text.split('Welcome to scripted 1.0')).toHaveLength(4);
    for (const odd of ['\uFEFFwith', '\u0000', '\u2028', 'return\r\n', '}\r\n', '[1,2]\n', 'null\n']) expect(text).toContain(odd);
  });

  test('split-utf8 arrives byte by byte and whole, invalid-utf8 with a byte that no text has', async () => {
    const [split, invalid] = [start('split-utf8'), start('invalid-utf8')];
    expect(await answer(split, split.call())).toMatchObject(textResult('你好，世界 🌍 é'));
    await answer(invalid, invalid.call());
    expect(invalid.bytes.includes(0xff)).toBe(true);
  });

  test('half-message ends in the middle of a line', async () => {
    const server = start('half-message', { EXIT_CODE: '3' });
    server.call();
    expect((await server.exited).code).toBe(3);
    expect(server.bytes.toString()).toMatch(/^\{"jsonrpc":"2\.0","id":1,"result":.*"text":"$/);
  });

  test('huge-line has the wished size in one line', async () => {
    const server = start('huge-line', { SIZE_MB: '8' });
    await answer(server, server.call());
    expect(server.bytes.length).toBeGreaterThan(8 * 1024 * 1024);
    expect(server.bytes.indexOf(0x0a)).toBe(server.bytes.length - 1);
  });
});

describe('answers', () => {
  test('ids are wrong, doubled, texts, or of no request', async () => {
    const [wrong, doubled, text, unasked] = [start('wrong-id'), start('duplicate-id'), start('string-id'), start('unasked')];
    expect(await answer(wrong, wrong.call())).toMatchObject(textResult('hello'));
    expect(wrong.messages.map(({ id }) => id)).toEqual(['no-such-id', 1]);
    doubled.call();
    await expect.poll(() => doubled.answersTo(1)).toMatchObject([textResult('first'), textResult('second')]);
    text.call();
    expect(await answer(text, '1')).toMatchObject(textResult('hello'));
    await answer(unasked, unasked.ask('tools/list'));
    await expect.poll(() => unasked.messages.map(({ id }) => id)).toEqual([424_242, 1, 424_243]);
  });

  test.each([
    ['error-no-code', { message: 'an error without a code' }],
    ['error-text-code', { code: 'EFAIL' }],
    ['error-fraction-code', { code: 1.5 }],
    ['error-no-message', { code: -32603 }],
    ['error-html', { message: expect.stringContaining('<script>') }],
    ['error-code', { code: -32042, data: { elicitations: [] } }],
    ['error-huge-data', { data: expect.stringMatching(/^CANARY-SECRET-replyx{1048576}$/) }],
  ])('%s sends its error', async (mode, error) => {
    const server = start(mode, { ERROR_CODE: '-32042', ERROR_DATA: '{"elicitations":[]}' });
    expect((await answer(server, server.call())).error).toMatchObject(error);
  });

  test('messages of kinds that nobody agreed to', async () => {
    const request = start('server-request');
    await answer(request, request.call());
    request.send({ id: 'from-server-1', error: { code: -32601, message: 'no' } });
    await expect.poll(() => request.stderr.toString()).toBe('answered from-server-1\n');
    expect(request.messages[0]).toMatchObject({ id: 'from-server-1', method: 'sampling/createMessage' });

    const notice = start('unknown-notification');
    await answer(notice, notice.call());
    expect(notice.messages[0]).toMatchObject({ method: 'notifications/of_no_kind' });

    for (const [mode, result] of [
      ['unknown-result-type', { resultType: 'surprise' }],
      ['undeclared-input', { resultType: 'input_required', inputRequests: { a: { method: 'sampling/createMessage' } } }],
      ['unknown-block', { resultType: 'complete', content: [{ type: 'hologram' }] }],
    ] as const) {
      const server = start(mode, { MODE_ERA: 'modern' });
      expect((await answer(server, server.call())).result).toMatchObject(result);
    }
    const bare = start('no-result-type', { MODE_ERA: 'modern' });
    expect((await answer(bare, bare.call())).result).toEqual({ content: [{ type: 'text', text: 'hello' }] });
  });

  test('cancel-ignored answers after its delay although the cancellation arrived', async () => {
    const server = start('cancel-ignored', { DELAY_MS: '150' });
    const id = server.call();
    server.send({ method: 'notifications/cancelled', params: { requestId: id } });
    expect(await answer(server, id)).toMatchObject(textResult('late: hello'));
    expect(server.stderr.toString()).toBe(`cancelled ${id}\n`);
  });

  test('input-required-forever asks in every round and counts them in its state', async () => {
    const server = start('input-required-forever', { MODE_ERA: 'modern' });
    let requestState: unknown;
    for (const round of ['1', '2', '3']) {
      const { result } = await answer(
        server,
        server.ask('tools/call', { name: 'echo', arguments: {}, ...(requestState ? { requestState } : {}) }),
      );
      requestState = result?.requestState;
      expect(result).toMatchObject({ resultType: 'input_required', requestState: round });
    }
  });

  test('the tool calm is answered well in every mode of calls', async () => {
    for (const mode of ['crash-call', 'no-answer', 'error-html', 'half-message', 'unknown-block']) {
      const server = start(mode);
      expect(await answer(server, server.call('well?', 'calm'))).toMatchObject(textResult('well?'));
    }
  });
});

describe('notifications and lists', () => {
  const progressOf = (server: StartedServer) => server.messages.filter(({ method }) => method === 'notifications/progress');

  test('progress-forever does not stop for a cancellation', async () => {
    const server = start('progress-forever', { DELAY_MS: '5' });
    server.send({ method: 'notifications/cancelled', params: { requestId: server.call() } });
    await expect.poll(() => server.stderr.toString()).toContain('cancelled 1');
    const soFar = progressOf(server).length;
    await expect.poll(() => progressOf(server).length).toBeGreaterThan(soFar + 5);
  });

  test('progress comes backwards, for no call, without numbers, too often, and too late', async () => {
    const [odd, flood, late] = [start('progress-odd'), start('progress-flood', { COUNT: '500' }), start('progress-late')];
    await answer(odd, odd.call());
    const values = progressOf(odd).map(({ params }) => (params as { progress: unknown }).progress);
    expect(values).toEqual([5, 3, 5, 'six', 6, 7, 9]);
    expect(odd.bytes.toString()).toContain('"total":NaN');
    await answer(flood, flood.call());
    expect(progressOf(flood)).toHaveLength(500);
    await answer(late, late.call());
    await expect.poll(() => late.messages.map(({ id }) => id)).toEqual([1, undefined, undefined, undefined]);
  });

  test('list-storm floods once, in the form of each era; list-changing never gives the same list twice', async () => {
    const changes = (server: StartedServer) => server.messages.filter(({ method }) => method === 'notifications/tools/list_changed');
    const [legacy, modern] = [start('list-storm', { COUNT: '50' }), start('list-storm', { COUNT: '50', MODE_ERA: 'modern' })];
    const listen = modern.ask('subscriptions/listen', { notifications: { toolsListChanged: true } });
    for (const server of [legacy, modern]) {
      await answer(server, server.ask('tools/list'));
      await answer(server, server.ask('tools/list'));
      await expect.poll(() => changes(server).length).toBe(50);
    }
    expect(changes(legacy)[0]).toEqual({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    expect(changes(modern)[0]?.params).toEqual({ _meta: { 'io.modelcontextprotocol/subscriptionId': listen } });

    const changing = start('list-changing');
    const lists = [await answer(changing, changing.ask('tools/list')), await answer(changing, changing.ask('tools/list'))];
    expect(lists[0]).not.toEqual(lists[1]);
    await expect.poll(() => changes(changing).length).toBe(2);
  });

  test('lists without end, of many tools, with a huge description, with malformed tools', async () => {
    const list = async (mode: string, params = {}, env = {}) => {
      const server = start(mode, env);
      return (await answer(server, server.ask('tools/list', params))).result as { tools: { name: string }[]; nextCursor?: string };
    };
    expect((await list('endless-cursor')).nextCursor).toBe('page 2');
    expect((await list('looping-cursor', { cursor: 'again' })).nextCursor).toBe('again');
    expect((await list('many-tools')).tools).toHaveLength(600);
    expect(JSON.stringify(await list('huge-description', {}, { SIZE_MB: '2' })).length).toBeGreaterThan(2_000_000);
    expect((await list('bad-tool')).tools).toEqual([
      { name: 'no_schema', description: 'Has no input schema.' },
      expect.objectContaining({ name: 'echo' }),
      expect.objectContaining({ name: 'calm' }),
    ]);
    expect((await list('bad-tools')).tools).toHaveLength(9);
  });
});
