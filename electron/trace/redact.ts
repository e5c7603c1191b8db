import { isSecretName } from '#shared/trace/secretNames.ts';

/** What stands in place of a secret. */
export const redacted = '[redacted]';
/** The most that is kept of one text inside a message, in characters. */
const longestText = 8_000;
const deepest = 64;

/** Keywords of JSON Schema under which member names are names of parameters, and what they hold is a schema. */
const namesOnly = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);

/**
 * The JSON text of a message without its secrets: texts under names that usually hold one (a whole object under such a name too), tokens of
 * known forms inside texts, and the given `secrets` wherever they stand (S45). Long texts are cut and say how much is missing.
 */
export function redactJson(value: unknown, secrets: readonly string[]): string {
  return JSON.stringify(walk(value, { secrets, hide: false, names: false, depth: 0 })) ?? 'null';
}

interface Where {
  readonly secrets: readonly string[];
  /** Below a secret's name. */
  readonly hide: boolean;
  /** The names of this object are names of parameters. */
  readonly names: boolean;
  readonly depth: number;
}
function walk(value: unknown, where: Where): unknown {
  if (typeof value === 'string') return where.hide ? redacted : redactText(cut(value), where.secrets);
  if (typeof value !== 'object' || value === null) return value;
  const depth = where.depth + 1;
  if (depth > deepest) return '[deeper than shown]';
  if (Array.isArray(value)) return value.map((item) => walk(item, { ...where, names: false, depth }));
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => {
    const isSchema = where.names && typeof inner === 'object';
    const hide = where.hide || (!isSchema && isSecretName(key));
    return [
      redactText(key, where.secrets),
      walk(inner, { secrets: where.secrets, hide, names: namesOnly.has(key) && !where.names, depth }),
    ];
  });
  return Object.fromEntries(entries);
}

const cut = (text: string): string =>
  text.length > longestText ? `${text.slice(0, longestText)}[… ${text.length - longestText} more characters]` : text;

const forms: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic|Digest)\s+[A-Za-z0-9._~+/=-]{6,}/gi, `$1 ${redacted}`],
  [/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g, redacted],
  [/\b(sk|pk|rk|ghp|gho|ghu|ghs|ghr|github_pat|glpat|xox[abprs]|hf|npm|AKIA|ASIA|AIza)[-_]?[A-Za-z0-9_-]{16,}/g, redacted],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*(-----END [A-Z ]*PRIVATE KEY-----)?/g, redacted],
  [/\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@:"'<>]{1,200}:[^\s/@"'<>]{1,200}@/gi, `$1${redacted}@`],
];
/** `name=value`, `"name": "value"` and `name: value` inside a text. */
const named = /(["']?)([A-Za-z][\w-]{0,60})\1(\s*[:=]\s*)("(?:[^"\\]|\\.)*"|'[^']*'|[^\s&,;"'<>{}[\]]+)/g;

/** A text without the given secrets and without what looks like one. */
export function redactText(text: string, secrets: readonly string[]): string {
  let result = text;
  for (const secret of secrets) if (result.includes(secret)) result = result.replaceAll(secret, redacted);
  for (const [form, instead] of forms) result = result.replace(form, instead);
  return result.replace(named, (whole: string, ...groups: string[]) => {
    const [quote = '', name = '', sign = '', value = ''] = groups;
    if (!isSecretName(name) || value.startsWith('[')) return whole;
    const mark = value.startsWith('"') || value.startsWith("'") ? value[0] : '';
    return `${quote}${name}${quote}${sign}${mark}${redacted}${mark}`;
  });
}
