import { expect, test } from 'vitest';
import { en } from './en.ts';
import { localeFor, translate } from './translate.ts';
import { zh } from './zh.ts';

const keys = Object.keys(en) as (keyof typeof en)[];
const places = (text: string): readonly string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
/** Empty on purpose: one language needs words there, the other none. */
const mayBeEmpty: readonly string[] = ['decision.wantsToRun.before', 'decision.wantsToRun.after'];

test('both languages have exactly the same keys, and words under each', () => {
  expect(Object.keys(zh).sort()).toEqual([...keys].sort());
  for (const key of keys) {
    if (!mayBeEmpty.includes(key)) expect([en[key].trim(), zh[key].trim()].includes(''), key).toBe(false);
  }
});

test('a text has the same places to fill in either language, except where a singular needs no number', () => {
  for (const key of keys) {
    const [english, chinese] = [places(en[key]), places(zh[key])];
    if (key.endsWith('.one')) expect(chinese, key).toEqual(expect.arrayContaining([...english]));
    else expect(chinese, key).toEqual(english);
  }
});

test('the names that tests outside of the project use are these', () => {
  const words = { tool: 'add_note', server: 'notes', chat: 'Milk' };
  expect(
    (['decision.toolCall', 'decision.review', 'decision.newTools', 'decision.changedTools', 'decision.goOn', 'chat.call'] as const).map(
      (key) => translate('en', key, words),
    ),
  ).toEqual([
    'Tool call: add_note on notes',
    'Review server notes',
    'New tools on notes',
    'Changed tools on notes',
    'Go on with Milk',
    'add_note on notes',
  ]);
  expect(
    (
      [
        'decision.allowOnce',
        'decision.allowChat',
        'decision.allowAlways',
        'decision.deny',
        'decision.edit',
        'decision.newArguments',
        'decision.useThese',
        'decision.discard',
        'decision.arguments',
        'decision.trust',
        'decision.acceptTools',
        'decision.continue',
        'decision.stop',
        'chat.message',
        'chat.send',
        'chat.stop',
        'chat.new',
        'chat.conversation',
        'app.screen.chats',
        'app.screen.servers',
        'app.screen.resources',
        'app.screen.activity',
        'app.screen.settings',
      ] as const
    ).map((key) => translate('en', key)),
  ).toEqual([
    'Allow once',
    'Allow in this chat',
    'Always allow',
    'Deny',
    'Edit arguments',
    'New arguments',
    'Use these',
    'Discard',
    'Arguments',
    'Trust and start',
    'Accept tools',
    'Continue',
    'Stop',
    'Message',
    'Send',
    'Stop',
    'New chat',
    'Conversation',
    'Chats',
    'Servers',
    'Resources',
    'Activity',
    'Settings',
  ]);
});

test('words are put into their places as they are, whatever they contain', () => {
  expect(translate('en', 'chat.call', { tool: '$&{server}', server: '{tool}' })).toBe('$&{server} on {tool}');
  expect(translate('en', 'chat.call', { tool: 'a' })).toBe('a on {server}');
});

test('the language is the chosen one, or the first of the system if it is Chinese', () => {
  expect([
    localeFor('zh', ['en']),
    localeFor('system', ['zh-TW', 'en']),
    localeFor('system', ['en-US', 'zh']),
    localeFor('system', []),
  ]).toEqual(['zh', 'zh', 'en', 'en']);
});
