import type { TurnProblem } from '#shared/conversation/events.ts';

type Code = TurnProblem['code'];
interface Said {
  readonly status: number;
  readonly words: string;
}

const FILTERED = /content.?filter|content.?policy|content management policy|moderation|flagged|safety system/;
const NO_KEY = /authentication.?error|permission.?error|invalid.{0,4}api.?key/;
const UNPAID = /insufficient.?(quota|balance|credit)|billing|credit balance|exceeded your current quota/;
const TOO_LONG =
  /context.?(length|window|size)|maximum context|exceed_context|too many (input )?tokens|(prompt|input|request)( is)? too (long|large)|reduce the length|token limit|string_above_max_length/;
const NO_MODEL = /model.?not.?found|no such model|model .{0,200}(does not exist|not found)|unknown model/;
const RATE = /rate.?limit|too many requests/;
const BROKEN = /overloaded|server.?error|internal error|unavailable|timed? ?out|capacity/;
const UNKNOWN_MEMBER = /stream_options|include_usage|unrecognized|unknown|unexpected|unsupported|extra|not permitted/i;

interface Row {
  readonly code: Code;
  readonly when: (said: Said) => boolean;
}
/** The first row that fits decides. Status 0 stands for an error inside a stream. */
const rows: readonly Row[] = [
  { code: 'model-refused', when: ({ status, words }) => [0, 400, 403, 422, 451].includes(status) && FILTERED.test(words) },
  {
    code: 'model-key',
    when: ({ status, words }) => [401, 402, 403].includes(status) || ([0, 400, 429].includes(status) && UNPAID.test(words)),
  },
  { code: 'model-key', when: ({ status, words }) => status === 0 && NO_KEY.test(words) },
  {
    code: 'model-context',
    when: ({ status, words }) => status === 413 || ([0, 400, 422, 429, 500].includes(status) && TOO_LONG.test(words)),
  },
  { code: 'model-missing', when: ({ status, words }) => status === 404 || ([0, 400].includes(status) && NO_MODEL.test(words)) },
  { code: 'model-rate', when: ({ status, words }) => status === 429 || (status === 0 && RATE.test(words)) },
  { code: 'model-overloaded', when: ({ status, words }) => status >= 500 || status === 408 || (status === 0 && BROKEN.test(words)) },
];

/**
 * The code and the technical detail for what an endpoint said: `payload` is its error object or text, `httpStatus` is absent for an error
 * inside a stream. The detail may still hold secrets.
 */
export function failureOf(payload: unknown, httpStatus?: number): [code: Code, detail: string] {
  const fields = typeof payload === 'object' && payload !== null ? (payload as Readonly<Record<string, unknown>>) : {};
  const message = plain(fields['message']) || plain(payload) || 'no reason given';
  const kind = plain(fields['code']) || plain(fields['type']);
  const inner = Number(fields['code'] ?? fields['status']);
  const status = httpStatus ?? (inner >= 400 && inner < 600 ? inner : 0);
  const words = `${plain(fields['code'])} ${plain(fields['type'])} ${message}`.toLowerCase();
  const code = rows.find((row) => row.when({ status, words }))?.code ?? 'model-error';
  const prefix = httpStatus === undefined ? '' : `HTTP ${httpStatus}: `;
  return [code, `${prefix}${message}${kind === '' || message.includes(kind) ? '' : ` (${kind})`}`];
}

/** True when the endpoint does not know that one may ask for the count of tokens. */
export function refusesUsage(status: number | undefined, payload: unknown): boolean {
  if (status !== 400 && status !== 422) return false;
  const [code, detail] = failureOf(payload, status);
  return code === 'model-error' && UNKNOWN_MEMBER.test(detail + JSON.stringify(payload ?? ''));
}

/** True when the endpoint, or the model behind it, will not take a picture. */
export function refusesPictures(status: number | undefined, payload: unknown): boolean {
  if (status !== 400 && status !== 404 && status !== 415 && status !== 422) return false;
  return /\b(images?|image_url|vision|multi-?modal|pictures?)\b/i.test(failureOf(payload, status)[1] + JSON.stringify(payload ?? ''));
}

/** Why a connection failed, from the chain of causes; `lasting` when trying again at once would fail the same way. */
export function networkFailure(error: unknown): { readonly detail: string; readonly lasting: boolean } {
  const said: string[] = [];
  for (let at: unknown = error; at instanceof Error && said.length < 8; at = at.cause) {
    const code = plain((at as { readonly code?: unknown }).code);
    if (at instanceof AggregateError)
      said.push(...at.errors.map((inner: unknown) => (inner instanceof Error ? inner.message : String(inner))));
    said.push(code === '' || at.message.includes(code) ? at.message : `${at.message} (${code})`);
  }
  const detail = [...new Set(said.filter((part) => part !== ''))].join(': ');
  return {
    detail: detail === '' ? String(error) : detail,
    lasting: /CERT|SSL|TLS|SELF.?SIGNED|VERIFY|UNKNOWN_SCHEME|INVALID_URL/i.test(detail),
  };
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number') return String(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : '';
}
