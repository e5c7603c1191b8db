import { expect, test } from 'vitest';
import { readForm } from './readForm.ts';
import { secretAnswers } from './secretStop.ts';
import { asksForSecret, isSecretAnswer } from './secretWords.ts';

const kinds = [
  ...[
    'password',
    'newPassword',
    'pass_phrase',
    'Passcode',
    'pwd',
    'API key',
    'apiKey',
    'access-token',
    'Bearer',
    'client_secret',
    'private key',
  ],
  ...[
    'OTP',
    'one-time code',
    'Verification code',
    '2FA',
    'PIN',
    'CVV',
    'card number',
    'Credit card',
    'IBAN',
    'SSN',
    'seed phrase',
    'mnemonic',
  ],
  ...[
    'contraseña',
    'número de tarjeta',
    'mot de passe',
    'carte bancaire',
    'Kennwort',
    'Kreditkartennummer',
    'senha',
    'wachtwoord',
    'şifre',
    'hasło',
  ],
  ...[
    'пароль',
    'Токен доступа',
    '密码',
    '登录密碼',
    '验证码',
    '银行卡号',
    'API密钥',
    '助记词',
    'パスワード',
    '暗証番号',
    '비밀번호',
    'كلمة المرور',
  ],
  // Letters that look like others, spaces and signs between them, characters that cannot be seen.
  ...['раsswоrd', 'pаssword', 'p\u200bassword', 'pa$$w0rd', 'p a s s w o r d', 'ＰＡＳＳＷＯＲＤ', 'tоken', 'ѕecret', 'p1n'],
];
test.each(kinds)('S34 a field called %j is taken for one that asks for a secret, in its key, title and description', (name) => {
  for (const texts of [[name], ['field', name], ['field', '', `Your ${name}, please`]])
    expect(asksForSecret(texts), texts.join('|')).toBe(true);
});
test('S34 a format of a password counts too', () => {
  const read = readForm({ type: 'object', properties: { x: { type: 'string', format: 'password' } } });
  expect('fields' in read && read.fields[0]?.secretLooking).toBe(true);
});
test.each([
  'name',
  'email',
  'Favourite colour',
  'keyword',
  'max_tokens',
  'City',
  'description',
  'Project key',
  'spinning',
  '姓名',
  '地址',
  'Ваше имя',
  'monkey',
])('S34 a field called %j is no secret', (name) => {
  expect(asksForSecret([name])).toBe(false);
});

test.each([
  'sk-abcdefghijklmnop1234',
  'ghp_ABCDEFGHIJKLMNOPQRST1234',
  '4111 1111 1111 1111',
  'my card is 5500-0000-0000-0004',
  'aB3xY9qLmN0pRsT7uVwZ2kD4',
])('S34 the answer %j looks like a secret by itself', (answer) => {
  expect(isSecretAnswer(answer)).toBe(true);
});
test.each(['hello', '1234567890123456', 'https://example.com/Some/Long/Path123', '550e8400-e29b-41d4-a716-446655440000', 'a'.repeat(100)])(
  'S34 the answer %j does not',
  (answer) => {
    expect(isSecretAnswer(answer)).toBe(false);
  },
);

test('S34 the stop is about what is filled in: a choice of the server’s own values never, a message about secrets for every text', () => {
  const fields = [
    { key: 'pin', kind: 'text' as const, secretLooking: true },
    { key: 'name', kind: 'text' as const, secretLooking: false },
    { key: 'kind', kind: 'choice' as const, secretLooking: false },
  ];
  const plain = { fields, secretLooking: false };
  expect(secretAnswers(plain, { name: 'x', kind: 'token' })).toEqual([]);
  expect(secretAnswers(plain, { name: 'x', pin: '1' })).toEqual(['pin']);
  expect(secretAnswers({ fields, secretLooking: true }, { name: 'x', kind: 'token' })).toEqual(['name']);
});
