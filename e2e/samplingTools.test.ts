import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DecisionOf } from '#shared/decision/decision.ts';
import { AskerHouse, eras, resultOf } from './askerHouse.ts';
import { until } from './harness.ts';
import type { Round } from './modelServer.ts';
import { received } from './paths.ts';

/** A provider of each kind, on the scripted endpoint; both see pictures. */
const shapes = ['openai', 'anthropic'] as const;
type Shape = (typeof shapes)[number];
const modelOf = (shape: Shape): string => `${shape}-like`;
async function addProviders(h: AskerHouse): Promise<void> {
  for (const api of shapes)
    await h.host.chat.request('provider.save', {
      preset: api,
      name: api,
      api,
      baseUrl: api === 'openai' ? h.model.url : h.model.url.replace(/\/v1$/, ''),
      models: [modelOf(api)],
      enabled: true,
    });
}

/** The smallest picture. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** What a model is told instead of `weather.now`, a name that endpoints refuse. */
const weather = `t_weather_now_${createHash('sha256').update('weather.now').digest('hex').slice(0, 8)}`;
const done: Round = { text: 'all done' };

describe.each(eras)('in the %s era', (era) => {
  let h: AskerHouse;
  beforeAll(async () => {
    h = await AskerHouse.open(era);
    await addProviders(h);
  });
  beforeEach(async () => {
    h.begin();
    await h.allowSampling();
  });
  afterEach(() => h.end());
  afterAll(() => h.close());

  const request = (): Promise<DecisionOf<'sampling-request'>> => h.host.waiting('sampling-request');
  const answered = (): Promise<DecisionOf<'sampling-answer'>> => h.host.waiting('sampling-answer');
  const amend = (id: string, edit: object): Promise<unknown> =>
    h.host.decisions.request('decision.amend', { id, text: JSON.stringify(edit) });
  const bodies = () => h.samplings().map(({ body }) => body as unknown as Record<string, unknown>);

  for (const shape of shapes)
    test(`SAM-4 a model of the ${shape} kind uses two tools of the server at once, and the server answers both`, async () => {
      await h.call('use_tools', { prompt: 'weather and time?', hint: modelOf(shape) }, [
        { text: 'I look.', calls: [{ name: 'clock' }, { name: weather, arguments: { city: 'Bern' } }] },
        done,
      ]);
      const first = await request();
      expect(first).toMatchObject({
        toolChoice: 'auto',
        toolRounds: 0,
        tools: [{ name: 'weather.now', description: 'Tells the weather of a city.' }, { name: 'clock' }],
        model: { name: modelOf(shape) },
      });
      expect(first.tools[0]?.schemaText).toContain('"city"');
      await h.host.answer(first, 'allow');
      const used = await answered();
      expect(used).toMatchObject({
        text: 'I look.',
        stopReason: 'toolUse',
        uses: [
          { name: 'clock', inputText: '{}' },
          { name: 'weather.now', inputText: '{"city":"Bern"}' },
        ],
      });
      await h.host.answer(used, 'allow');
      const second = await request();
      expect(second.toolRounds).toBe(1);
      expect(second.messages.map(({ role, blocks }) => [role, ...blocks.map(({ type }) => type)])).toEqual([
        ['user', 'text'],
        ['assistant', 'text', 'tool_use', 'tool_use'],
        ['user', 'tool_result', 'tool_result'],
      ]);
      await h.host.answer(second, 'allow');
      await h.host.answer(await answered(), 'allow');
      const text = resultOf(await h.ended());
      expect(text).toContain('all done');
      expect(text).toContain('result of weather.now');
      const [one, two] = bodies();
      expect(JSON.stringify(one?.['tools'])).toContain(weather);
      expect(one).not.toHaveProperty('tool_choice');
      expect(JSON.stringify(two?.['messages'])).toContain('result of clock');
      expect(JSON.stringify(two?.['messages'])).toContain(weather);
    });

  for (const shape of shapes)
    test(`SAM-4 what the server demands of the ${shape} kind is told and checked: a tool has to be used, or must not be`, async () => {
      const ask = async (mode: string, round: Round): Promise<string> => {
        await h.call('use_tools', { prompt: 'x', hint: modelOf(shape), request: { toolChoice: { mode } } }, [round]);
        await h.host.answer(await request(), 'allow');
        return (await h.ended()).status;
      };
      expect(await ask('required', { text: 'no tool for me' })).toBe('protocol-error');
      expect(await ask('none', { calls: [{ name: 'clock' }] })).toBe('protocol-error');
      expect(await ask('auto', { calls: [{ name: 'rm' }] })).toBe('protocol-error');
      expect(h.host.state('decisions', {})).toEqual([]);
      expect(bodies().map((body) => body['tool_choice'])).toEqual(
        shape === 'openai' ? ['required', 'none', undefined] : [{ type: 'any' }, { type: 'none' }, undefined],
      );
      expect(received(h.record).filter((m) => m.line.includes('no tool for me'))).toEqual([]);
    });

  for (const shape of shapes)
    test(`a picture is shown to a model of the ${shape} kind as the person saw it, and to no model that can't see`, async () => {
      const picture = { type: 'image', data: png, mimeType: 'image/png' };
      const content = [{ type: 'text', text: 'look' }, picture, { type: 'text', text: 'what is it?' }];
      await h.call('ask_model', { prompt: '', hint: modelOf(shape), request: { messages: [{ role: 'user', content }] } }, [done]);
      const asked = await request();
      expect(asked.models.map(({ name }) => name)).toEqual(shapes.map(modelOf));
      const [, block] = asked.messages[0]?.blocks ?? [];
      if (block?.type !== 'image') throw new Error('no picture');
      expect(block).toMatchObject({ mimeType: 'image/png', bytes: 70 });
      const shown = await h.host.decisions.request('decision.picture', { digest: block.digest });
      expect(Buffer.from(shown.data).toString('base64')).toBe(png);
      await expect(amend(asked.id, { model: 'environment/scripted' })).rejects.toMatchObject({ failure: { code: 'not-found' } });
      await h.host.answer(asked, 'allow');
      await h.host.answer(await answered(), 'allow');
      expect(resultOf(await h.ended())).toContain('all done');
      expect(JSON.stringify(bodies()[0]?.['messages'])).toContain(png);
      await expect(h.host.decisions.request('decision.picture', { digest: block.digest })).rejects.toMatchObject({
        failure: { code: 'not-found' },
      });
    });

  test('SAM-2 an edited request is asked anew, and what runs is what the new card says', async () => {
    await h.call('ask_model', { prompt: 'tell the secret', system: 'be bad', hint: 'nothing' }, [done]);
    const asked = await request();
    expect(asked).toMatchObject({ chosenBy: 'default', edited: false });
    await expect(amend(asked.id, { texts: ['a', 'b'] })).rejects.toMatchObject({ failure: { code: 'invalid-input' } });
    await expect(amend(asked.id, { tools: [] })).rejects.toMatchObject({ failure: { code: 'invalid-input' } });
    await expect(amend(asked.id, { texts: ['a'.repeat(200_001)] })).rejects.toMatchObject({ failure: { code: 'invalid-input' } });
    await amend(asked.id, { system: 'be good', texts: ['tell a joke'] });
    const edited = await request();
    expect(edited.id).not.toBe(asked.id);
    expect(edited).toMatchObject({ armed: false, edited: true, system: 'be good' });
    await expect(h.host.decisions.request('decision.settle', { id: asked.id, answer: 'allow' })).rejects.toMatchObject({
      failure: { code: 'not-found' },
    });
    const other = edited.models.find(({ name }) => name === modelOf('anthropic'));
    await amend(edited.id, { model: other?.id ?? '' });
    const moved = await request();
    expect(moved).toMatchObject({ model: { name: modelOf('anthropic') }, chosenBy: 'person', system: 'be good', edited: true });
    await expect(h.host.decisions.request('decision.settle', { id: moved.id, answer: 'allow' })).rejects.toMatchObject({
      failure: { code: 'too-early' },
    });
    await h.host.answer(moved, 'allow');
    await h.host.answer(await answered(), 'allow');
    expect((await h.ended()).status).toBe('done');
    const [body] = bodies();
    expect(body).toMatchObject({ model: modelOf('anthropic'), system: 'be good' });
    expect(JSON.stringify(body)).toContain('tell a joke');
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  test('SAM-2 an edited answer is what the server gets, its tool inputs too', async () => {
    await h.call('use_tools', { prompt: 'x' }, [{ text: 'mine is 4711', calls: [{ name: 'clock', arguments: { zone: 'home' } }] }, done]);
    await h.host.answer(await request(), 'allow');
    const first = await answered();
    await expect(amend(first.id, { text: 'a', inputs: ['[1]'] })).rejects.toMatchObject({ failure: { code: 'invalid-arguments' } });
    await expect(amend(first.id, { text: 'a', inputs: [] })).rejects.toMatchObject({ failure: { code: 'invalid-input' } });
    await amend(first.id, { text: 'not yours', inputs: ['{ "zone": "UTC" }'] });
    const edited = await answered();
    expect(edited).toMatchObject({ edited: true, text: 'not yours', uses: [{ name: 'clock', inputText: '{"zone":"UTC"}' }] });
    await h.host.answer(edited, 'allow');
    await h.host.answer(await request(), 'allow');
    await h.host.answer(await answered(), 'allow');
    const text = resultOf(await h.ended());
    expect(text).toContain('not yours');
    expect(text).toContain('UTC');
    expect(received(h.record).filter((m) => m.line.includes('4711') || m.line.includes('home'))).toEqual([]);
  });

  test('SAM-5 stop sequences end the answer whatever the endpoint does, and temperature goes along', async () => {
    await h.call('ask_model', { prompt: 'x', request: { stopSequences: ['STOP', '##'], temperature: 0.5 } }, [
      { text: ['one ', 'S', 'TOP two', ' three'] },
    ]);
    expect(await request()).toMatchObject({ stopSequences: ['STOP', '##'], temperature: 0.5 });
    await h.host.answer(await request(), 'allow');
    const answer = await answered();
    expect(answer).toMatchObject({ text: 'one ', stopReason: 'stopSequence' });
    await h.host.answer(answer, 'allow');
    expect(resultOf(await h.ended())).toContain('stopSequence');
    expect(bodies()[0]).toMatchObject({ temperature: 0.5 });
  });

  test('SAM-5 an endpoint that takes neither a temperature nor a choice of tools is asked without', async () => {
    const refusal = (message: string): Round => ({ status: 400, body: { error: { message, type: 'invalid_request_error' } } });
    await h.call('use_tools', { prompt: 'x', request: { temperature: 0.5, toolChoice: { mode: 'required' } } }, [
      refusal("Unsupported value: 'temperature' does not support 0.5 with this model."),
      refusal('Tool choice must be auto'),
      { calls: [{ name: 'clock' }] },
    ]);
    await h.host.answer(await request(), 'allow');
    expect(await answered()).toMatchObject({ stopReason: 'toolUse' });
    expect(bodies().map((body) => [body['temperature'], body['tool_choice']])).toEqual([
      [0.5, 'required'],
      [undefined, 'required'],
      [undefined, undefined],
    ]);
    await h.host.answer(await answered(), 'deny');
    await h.ended();
  });

  test('SAM-4 S33 a loop of tools ends: after some rounds the person is asked or it is refused, and no model is asked more', async () => {
    await h.call('use_tools', { prompt: 'for ever' }, [{ calls: [{ name: 'clock' }] }]);
    const kinds = new Set<string>();
    for (;;) {
      const [waiting] = await until(() => {
        const all = h.host.state('decisions', {});
        return (all.length > 0 || h.host.turn(h.chat)?.outcome !== 'open') && [all[0]];
      }, 'a decision or the end');
      if (!waiting) break;
      kinds.add(waiting.kind);
      await h.host.answer(waiting, 'allow');
    }
    expect((await h.ended()).status).toBe('protocol-error');
    expect(h.samplings()).toHaveLength(11);
    expect(kinds.has('go-on')).toBe(era === 'modern');
  }, 120_000);
});
