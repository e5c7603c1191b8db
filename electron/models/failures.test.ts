import { describe, expect, it } from 'vitest';
import { failureOf, networkFailure, refusesUsage } from './failures.ts';
import { ModelError } from './provider.ts';
import { askedWait, backoff } from './retry.ts';
import { secretsOf, stripSecrets, withoutSecrets } from './secrets.ts';

describe('what an endpoint said', () => {
  it.each<[number | undefined, unknown, string]>([
    [401, { message: 'Incorrect API key provided' }, 'model-key'],
    [403, { message: 'Country not supported' }, 'model-key'],
    [402, { message: 'Insufficient Balance' }, 'model-key'],
    [429, { code: 'insufficient_quota', message: 'You exceeded your current quota' }, 'model-key'],
    [404, { code: 'model_not_found', message: 'The model `x` does not exist' }, 'model-missing'],
    [404, 'page not found', 'model-missing'],
    [400, { message: 'model "qwen9" not found, try pulling it first' }, 'model-missing'],
    [413, '', 'model-context'],
    [400, { code: 'context_length_exceeded', message: "This model's maximum context length is 8192 tokens" }, 'model-context'],
    [400, { message: 'prompt is too long: 210000 tokens > 200000 maximum' }, 'model-context'],
    [500, { message: 'the request exceeds the available context size' }, 'model-context'],
    [429, { message: 'Request too large for gpt-x on tokens per min' }, 'model-context'],
    [429, { message: 'Rate limit reached' }, 'model-rate'],
    [400, { code: 'content_filter', message: 'filtered' }, 'model-refused'],
    [403, { message: 'Your input was flagged' }, 'model-refused'],
    [500, { message: 'oops' }, 'model-overloaded'],
    [529, { type: 'overloaded_error', message: 'Overloaded' }, 'model-overloaded'],
    [408, undefined, 'model-overloaded'],
    [400, { message: 'Invalid schema for function' }, 'model-error'],
    [418, null, 'model-error'],
    [undefined, { message: 'upstream broke', code: 502 }, 'model-overloaded'],
    [undefined, { type: 'server_error', message: 'The server had an error' }, 'model-overloaded'],
    [undefined, { type: 'rate_limit_error', message: 'slow' }, 'model-rate'],
    [undefined, { message: 'no idea' }, 'model-error'],
  ])('F32 status %s with %j is %s', (status, payload, code) => {
    expect(failureOf(payload, status)[0]).toBe(code);
  });

  it('the detail has the status, the words and the endpoint’s own code', () => {
    expect(failureOf({ message: 'Slow down', code: 'rate_limit_exceeded' }, 429)[1]).toBe('HTTP 429: Slow down (rate_limit_exceeded)');
    expect(failureOf(undefined, 500)[1]).toBe('HTTP 500: no reason given');
  });

  it('only a 400 or 422 about an unknown member is taken as a refusal of stream_options', () => {
    expect(refusesUsage(400, { message: 'Unrecognized request argument supplied: stream_options' })).toBe(true);
    expect(refusesUsage(422, { detail: [{ loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }] })).toBe(true);
    expect(refusesUsage(400, { message: 'Invalid schema' })).toBe(false);
    expect(refusesUsage(400, { code: 'context_length_exceeded', message: 'unknown' })).toBe(false);
    expect(refusesUsage(500, { message: 'stream_options' })).toBe(false);
  });

  it('F28 a failed connection is told by the chain of its causes, and a bad certificate as lasting', () => {
    const refused = new Error('Connection error.', {
      cause: new TypeError('fetch failed', { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) }),
    });
    expect(networkFailure(refused)).toEqual({ detail: 'Connection error.: fetch failed: connect (ECONNREFUSED)', lasting: false });
    expect(
      networkFailure(new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }) }))
        .lasting,
    ).toBe(true);
    expect(networkFailure('odd').detail).toBe('odd');
  });
});

describe('waiting before a retry', () => {
  const now = Date.UTC(2025, 0, 1);
  it.each<[Record<string, string>, number | undefined]>([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after-ms': '120', 'retry-after': '7' }, 120],
    [{ 'retry-after': 'Wed, 01 Jan 2025 00:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Tue, 31 Dec 2024 00:00:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, undefined],
    [{}, undefined],
  ])('F27 %j asks for %s milliseconds', (headers, expected) => {
    expect(askedWait(new Headers(headers), now)).toBe(expected);
  });

  it('F28 doubles, with jitter of at most half, and never waits less than was asked for', () => {
    expect([
      backoff(0, undefined, () => 0),
      backoff(0, undefined, () => 1),
      backoff(1, undefined, () => 0),
      backoff(1, undefined, () => 1),
    ]).toEqual([500, 1000, 1000, 2000]);
    expect([backoff(0, 7000, () => 0), backoff(0, 7000, () => 1)]).toEqual([7000, 7250]);
  });
});

describe('secrets in text from outside', () => {
  it.each([
    ['the key', 'Incorrect key: my-own-key-123.'],
    ['the key in base64', `token ${Buffer.from('my-own-key-123').toString('base64')}`],
    ['a half masked key', 'Incorrect API key provided: sk-proj-ab************wxyz.'],
    ['another key', 'used sk-ant-api03-abcdefgh instead'],
    ['a header', 'sent "Authorization: Bearer abcdef.ghijkl"'],
    ['what the address carries', 'http://user:pass-word-1@host/?token=tok-en-1 failed'],
  ])('F32 %s is taken out', (_what, text) => {
    const secrets = secretsOf('http://user:pass-word-1@host/v1?token=tok-en-1', 'my-own-key-123');
    expect(stripSecrets(text, secrets)).not.toMatch(/my-own|bXktb3du|wxyz|sk-|abcdef|pass-word|tok-en/);
    expect(stripSecrets(text, secrets)).toContain('[key]');
  });

  it('a stand-in of one letter does not blacken every word, and words without secrets stay', () => {
    expect(stripSecrets('the task-runner failed at x', secretsOf('http://host/v1', 'x'))).toBe('the task-runner failed at x');
  });

  it('F32 an error is cleaned in message, detail and cause', () => {
    const dirty = new ModelError('model-key', 'bad key secret-1', {
      cause: Object.assign(new Error('with secret-1'), { headers: { authorization: 'secret-1' } }),
    });
    const clean = withoutSecrets(dirty, ['secret-1']);
    expect([clean.message, clean.detail, String(clean.cause), JSON.stringify(clean.cause)].join()).not.toContain('secret-1');
    expect(clean.code).toBe('model-key');
  });
});
