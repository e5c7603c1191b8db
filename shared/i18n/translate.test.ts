import { expect, test } from 'vitest';
import { en } from './en.ts';
import { localeFor } from './fill.ts';
import { translate } from './translate.ts';
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

test('numbers are written as the language writes them, and text that looks like one is left as it is', () => {
  expect(translate('en', 'context.tokens', { count: 12_345 })).toBe('12,345 tokens');
  expect(translate('zh', 'context.tokens', { count: 12_345 })).toBe('12,345 个 token');
  expect(translate('en', 'context.tokens', { count: '12345' })).toBe('12345 tokens');
});

test('several names are listed as the language lists them', () => {
  expect(translate('en', 'secrets.usedBy', { servers: ['a', 'b'] })).toBe('Used by a, b');
  expect(translate('zh', 'secrets.usedBy', { servers: ['a', 'b'] })).toBe('用于 a、b');
});

test('Chinese is set as Chinese: full-width marks beside its characters, a space before and after Latin words and figures', () => {
  const wrong = keys.flatMap((key) => {
    const text = zh[key].replace(/\{\w+\}/g, '');
    const beside =
      /\p{Script=Han}[,;:!?().]|[,;:!?(]\p{Script=Han}/u.exec(text) ?? /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u.exec(text);
    return beside ? [`${key}: ${beside[0]}`] : [];
  });
  expect(wrong).toEqual([]);
});

test('Chinese has one word for one thing', () => {
  // The word that is not used here, and the one that is.
  const strays: readonly (readonly [RegExp, string])[] = [
    [/词元|令牌|Token/, 'token'],
    [/伺服器|服务端/, '服务器'],
    [/提示语|提示字/, '提示词'],
    [/决策|裁决/, '决定'],
    [/谢绝|否决/, '拒绝'],
    [/会话框|聊天/, '对话'],
    [/缺省/, '默认'],
    [/你/, '您'],
    [/登陆/, '登录'],
    [/帐/, '账'],
  ];
  const found = keys.flatMap((key) =>
    strays.filter(([stray]) => stray.test(zh[key].replace(/\{\w+\}/g, ''))).map(([, word]) => `${key}: ${word}`),
  );
  expect(found).toEqual([]);
});

test('the language is the chosen one, or the first of the system if it is Chinese', () => {
  expect([
    localeFor('zh', ['en']),
    localeFor('system', ['zh-TW', 'en']),
    localeFor('system', ['en-US', 'zh']),
    localeFor('system', []),
  ]).toEqual(['zh', 'zh', 'en', 'en']);
});
