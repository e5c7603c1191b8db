import { hiddenCharacters } from '../text/hiddenCharacters.ts';

/** Letters of other scripts, digits and signs that pass for a Latin letter. */
const lookalikes: Readonly<Record<string, string>> = {
  а: 'a',
  α: 'a',
  '@': 'a',
  '4': 'a',
  в: 'b',
  β: 'b',
  с: 'c',
  ϲ: 'c',
  ԁ: 'd',
  е: 'e',
  ε: 'e',
  '3': 'e',
  һ: 'h',
  і: 'i',
  ι: 'i',
  '1': 'i',
  ı: 'i',
  ł: 'l',
  ј: 'j',
  к: 'k',
  κ: 'k',
  ӏ: 'l',
  м: 'm',
  η: 'n',
  п: 'n',
  о: 'o',
  ο: 'o',
  σ: 'o',
  '0': 'o',
  р: 'p',
  ρ: 'p',
  ѕ: 's',
  $: 's',
  '5': 's',
  т: 't',
  τ: 't',
  υ: 'u',
  ν: 'v',
  ѵ: 'v',
  ԝ: 'w',
  ω: 'w',
  х: 'x',
  χ: 'x',
  у: 'y',
  γ: 'y',
  ꮪ: 's',
  ꭰ: 'd',
};

const latin = new RegExp(
  [
    String.raw`pass[-_ ]?(word|wd|phrase|code|key)s?\b`,
    'passwd',
    String.raw`\bpwd\b`,
    String.raw`\bpsw\b`,
    'secret',
    'credential',
    String.raw`\bcreds?\b`,
    String.raw`\b(api|access|private|secret|signing|encryption|license|recovery|ssh|gpg|pgp)[-_ ]?keys?\b`,
    'apikey',
    String.raw`^(your )?keys?$`,
    String.raw`(?<!max )(?<!number of )(?<!how many )\btoken\b`,
    String.raw`\b(bearer|jwt|oauth|pat)\b`,
    String.raw`\b[mt]?otp\b`,
    String.raw`\b(2fa|mfa|tan)\b`,
    String.raw`\bone[-_ ]?time\b.*\b(code|pass)`,
    String.raw`\b(verification|security|auth(entication|orization)?|login|confirmation|backup|recovery|access)[-_ ]?codes?\b`,
    String.raw`\bpins?\b`,
    String.raw`\bcv[cv]2?\b`,
    String.raw`\b(credit|debit|bank|payment)[-_ ]?card`,
    String.raw`\bcard[-_ ]?(number|no|num|holder|code)\b`,
    String.raw`\biban\b`,
    String.raw`\b(bank[-_ ]?)?account[-_ ]?(number|no)\b`,
    String.raw`\brouting[-_ ]?number`,
    String.raw`\bssn\b`,
    'social[-_ ]?security',
    String.raw`\b(seed|recovery|mnemonic)[-_ ]?(phrase|words?)\b`,
    'mnemonic',
    String.raw`\bseed\b`,
    String.raw`\bcookie\b`,
    String.raw`\bsession[-_ ]?id\b`,
    // Spanish, French, German, Portuguese, Italian, Dutch, Polish, Turkish
    'contrasena',
    String.raw`\bclave\b`,
    String.raw`\bsecreto\b`,
    'tarjeta',
    String.raw`\bmots? de passe\b`,
    String.raw`\bmdp\b`,
    String.raw`\bjeton\b`,
    String.raw`\bcle (api|privee|secrete|d.acces)`,
    'carte (bancaire|de credit)',
    'passwor[dt]',
    'kennwort',
    'geheim',
    'schlussel',
    'kreditkarte',
    'kartennummer',
    String.raw`\bsenha\b`,
    'palavra[-_ ]passe',
    String.raw`\bchave (de|secreta|privada)`,
    'cartao',
    'parola d.ordine',
    'carta di credito',
    'wachtwoord',
    String.raw`\bhaslo\b`,
    String.raw`\bsifre\b`,
    String.raw`\bparola\b`,
  ].join('|'),
  'u',
);
const other =
  /парол|токен|секрет|ключ|пин-?код|номер карт|банковск|密码|密碼|口令|令牌|密钥|密鑰|私钥|私鑰|金鑰|验证码|驗證碼|校验码|银行卡|銀行卡|信用卡|卡号|卡號|安全码|安全碼|身份证号|身分證|助记词|助記詞|支付码|动态码|パスワード|暗証番号|認証コード|トークン|秘密鍵|カード番号|クレジットカード|비밀번호|암호|토큰|인증번호|카드번호|كلمة (ال)?(مرور|سر)|पासवर्ड|סיסמה|รหัสผ่าน|mật khẩu/u;

/** The text in lower case, one space between words, without marks and without what cannot be seen. */
function plain(text: string): string {
  const seen = text
    .replaceAll(hiddenCharacters(), '')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '');
  return seen
    .toLowerCase()
    .replaceAll(/[\s_.-]+/g, ' ')
    .trim();
}
const disguised = (text: string): string => [...text].map((letter) => lookalikes[letter] ?? letter).join('');

const longestName = 40;
/** Whether what a form says of a field sounds like a secret: in several languages, and behind letters that look like others (S34). */
export function asksForSecret(texts: readonly string[]): boolean {
  return texts.some((text) => {
    const said = plain(text);
    const looked = disguised(said);
    const isName = said.length <= longestName; // a sentence without its spaces has any word in it
    return (
      latin.test(said) ||
      latin.test(looked) ||
      (isName && latin.test(looked.replaceAll(' ', ''))) ||
      other.test(text.normalize('NFKC').toLowerCase())
    );
  });
}

const tokenForms = [
  /\b(sk|pk|rk|ghp|gho|ghu|ghs|ghr|github_pat|glpat|xox[abprs]|hf|npm|AKIA|ASIA|AIza)[-_]?[A-Za-z0-9_-]{16,}/,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\./,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
];

/** Whether an answer itself looks like a secret: a token of a known form, the number of a card, or a long word without any order. */
export function isSecretAnswer(text: string): boolean {
  if (tokenForms.some((form) => form.test(text))) return true;
  if ((text.match(/\d(?:[ -]?\d){12,18}/g) ?? []).some((number) => isCardNumber(number.replaceAll(/\D/g, '')))) return true;
  return (text.match(/[A-Za-z0-9+/_=-]{24,}/g) ?? []).some(isWithoutOrder);
}
/** By Luhn's check digit. */
function isCardNumber(digits: string): boolean {
  if (/^(\d)\1+$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
/** Letters of both cases and digits in no pattern: more than 3.5 bits a character. An UUID or a path is none. */
function isWithoutOrder(word: string): boolean {
  if (!/[a-z]/.test(word) || !/[A-Z]/.test(word) || !/\d/.test(word) || word.includes('/')) return false;
  const counts = new Map<string, number>();
  for (const letter of word) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  const bits = [...counts.values()].reduce((sum, count) => sum - (count / word.length) * Math.log2(count / word.length), 0);
  return bits > 3.5;
}
