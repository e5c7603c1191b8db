import { expect, test } from 'vitest';
import type { Decision } from '../decision/decision.ts';
import { decisionNotification } from './notification.ts';
import { feedUrl } from './updates.ts';

const call = (more: Partial<Extract<Decision, { kind: 'tool-call' }>> = {}): Decision => ({
  id: 'd',
  askedAt: 0,
  armed: false,
  kind: 'tool-call',
  serverKey: 'shop',
  toolName: 'create_order',
  toolDescription: 'CANARY description',
  place: { kind: 'bundled' },
  conversationId: 'c',
  chatTitle: 'CANARY title',
  turnId: 't',
  callId: 'k',
  reason: 'no-rule',
  argumentsText: '{"a":"CANARY argument"}',
  adjusted: [],
  ...more,
});

test('S24 a notification names tool and server in our own words, shows hidden characters as codes, and holds nothing that a model or server wrote', () => {
  expect(decisionNotification('en', [call()])).toEqual({
    title: 'Steward waits for your decision',
    body: 'create_order on shop wants to run.',
  });
  const odd = decisionNotification('zh', [
    call(),
    call({ id: 'e', toolName: `pay\u202eyap\n\u200b${'x'.repeat(200)}`, serverKey: 'a\u00a0b' }),
  ]);
  expect(odd?.title).toBe('有 2 件事等您决定');
  expect(odd?.body).toMatch(/^a\[U\+00A0\]b 上的 pay\[U\+202E\]yap\[U\+000A\]\[U\+200B\]x+… 请求运行。$/);
  expect([...(odd?.body ?? '')].length).toBeLessThan(120);
  expect(JSON.stringify([odd, decisionNotification('en', [call()])])).not.toContain('CANARY');
  expect(decisionNotification('en', [])).toBeUndefined();
});

test.each([
  ['https://example.test/releases/', true, false],
  ['http://127.0.0.1:8080/', false, true],
  ['http://localhost/', false, true],
  ['http://[::1]:1/', false, true],
  ['http://127.0.0.1.example.test/', false, false],
  ['http://example.test/', false, false],
  ['https://user:pass@example.test/', false, false],
  ['https://example.test/?token=1', false, false],
  ['https://example.test/ x', false, false],
  ['file:///etc/passwd', false, false],
  ['', false, false],
])('a feed at %s: taken in what ships %s, taken from this computer in a test %s', (text, ships, inTest) => {
  expect(feedUrl(text, false) !== undefined).toBe(ships);
  expect(feedUrl(text, true) !== undefined).toBe(ships || inTest);
});
