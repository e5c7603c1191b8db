import { createHash } from 'node:crypto';
import type { ResultBlock } from '#shared/conversation/events.ts';
import type { Fingerprint } from '#shared/journal/journal.ts';

const hidden = '•••';
const longestPreview = 600;
const longestText = 80;
const mostItems = 8;
const mostMembers = 24;
const deepest = 5;

/** Names that are usually given to secrets. */
const secretName =
  /key(?!word|board|stroke|note|frame)|(?<!max_?)token|secret|passw|passphrase|pwd|credential|auth(?!ors?($|[^a-z]))|cookie|session|private|cert|bearer|signature|otp|(^|[_-])(pat|pin)($|[_-])/i;
/** Values that give themselves away: known prefixes, headers, addresses with a password, long opaque words. */
const secretValues: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN[\s\S]*/g, hidden],
  [/\b(bearer|basic)\s+\S+/gi, `$1 ${hidden}`],
  [/:\/\/[^\s/@]*@/g, `://${hidden}@`],
  [/([?&#;][^\s=&#;]{1,64}=)[^\s&#;]+/g, `$1${hidden}`],
  [/([\w.-]*(?:key|token|secret|passw|pwd|credential|auth)[\w.-]*\s*[=:]\s*)\S+/gi, `$1${hidden}`],
  [/\b(sk|pk|rk|ghp|gho|ghu|ghs|ghr|github_pat|glpat|xox[a-z]|hf|npm|pypi|AKIA|ASIA|AIza|eyJ)[-_A-Za-z0-9.]{8,}/g, hidden],
  [/(?=[\w+=~-]*\d)(?=[\w+=~-]*[a-z])(?=[\w+=~-]*[A-Z])[\w+=~-]{16,}/g, hidden],
  [/(?=[\w+=~-]*\d)(?=[\w+=~-]*[A-Za-z])[\w+=~-]{24,}/g, hidden],
];

/** A text in which what looks like a secret is masked; no longer than about 80 characters. */
export function maskText(text: string): string {
  // Cut first: a secret at the cut must not be saved by losing its end, so what follows the last space goes too.
  const head = text.length > 2000 ? text.slice(0, 2000).replace(/\S*$/, '') : text;
  const masked = secretValues.reduce((masked, [pattern, put]) => masked.replace(pattern, put), head);
  return masked.length > longestText || head.length < text.length ? `${masked.slice(0, longestText)}… (${text.length})` : masked;
}

/** A switch or nothing at all keeps no secret, whatever it is called. */
const isHarmless = (value: unknown): boolean => typeof value === 'boolean' || value === null;

function maskValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return maskText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= deepest) return '…';
  if (Array.isArray(value)) {
    const items = value.slice(0, mostItems).map((item) => maskValue(item, depth + 1));
    return value.length > mostItems ? [...items, `… (${value.length})`] : items;
  }
  const members = Object.entries(value);
  const shown = members
    .slice(0, mostMembers)
    .map(([name, member]) => [maskText(name), secretName.test(name) && !isHarmless(member) ? hidden : maskValue(member, depth + 1)]);
  return Object.fromEntries(members.length > mostMembers ? [...shown, ['…', members.length]] : shown) as unknown;
}

/** JSON text made short, with everything that looks like a secret masked by structure (S45). Text that is no JSON gives nothing. */
export function previewOf(json: string): string {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return '';
  }
  const text = JSON.stringify(maskValue(value, 0));
  return text.length > longestPreview ? `${text.slice(0, longestPreview)}…` : text;
}

/** Words of a command line with secrets masked: `--token X`, `--token=X`, `KEY=X`, addresses and opaque words. */
export function maskArgs(args: readonly string[]): string[] {
  return args.map((arg, at) => {
    const flag = args[at - 1];
    const isValue = flag !== undefined && /^-{1,2}[\w-]+$/.test(flag) && secretName.test(flag);
    return isValue && !arg.startsWith('-') ? hidden : maskText(arg);
  });
}

/** Arguments as the journal keeps them. */
export function argumentsPrint(text: string): Fingerprint {
  return { digest: sha256(text), bytes: Buffer.byteLength(text), preview: previewOf(text) };
}

/** A result as the journal keeps it: its SHA-256 over the kinds and texts of its blocks, and its size on the wire. Nothing of its text. */
export function resultPrint(blocks: readonly ResultBlock[], bytes: number): Fingerprint {
  const hash = createHash('sha256');
  for (const block of blocks) {
    hash.update(`${block.kind}\n`);
    if (block.kind === 'text') hash.update(block.text);
    else if (block.kind === 'structured') hash.update(block.json);
    else if (block.kind === 'binary') hash.update(`${block.mimeType} ${block.bytes}`);
    else hash.update(JSON.stringify(block));
    hash.update('\n');
  }
  return { digest: hash.digest('hex'), bytes };
}

/** SHA-256 in hex. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
