import { ModelError } from './provider.ts';

const MARK = '[key]';
/** Shorter ones are stand-ins such as "x", which local endpoints want and nobody keeps secret. */
const SHORTEST_SECRET = 4;

/** Takes out every known secret, and what looks like a provider's key, whole or half masked. For all text that comes from outside. */
export function stripSecrets(text: string, secrets: readonly string[]): string {
  const known = secrets.flatMap(formsOf).sort((a, b) => b.length - a.length);
  const without = known.reduce((rest, secret) => rest.replaceAll(secret, MARK), text);
  return without.replace(/\b(?:sk|pk|gsk|xai|AIza)[-_][\w*.-]{6,}/g, MARK).replace(/\b(Bearer|Basic)\s+[\w.~+/=*-]{6,}/gi, `$1 ${MARK}`);
}

/** The secrets of a provider: its key, and whatever its address carries besides host and path. */
export function secretsOf(baseUrl: string, apiKey: string | undefined): string[] {
  const key = apiKey === undefined ? [] : [apiKey];
  if (!URL.canParse(baseUrl)) return key;
  const url = new URL(baseUrl);
  return [...key, decodeURIComponent(url.password), decodeURIComponent(url.username), ...url.searchParams.values()];
}

/** The same failure without secrets: message, detail and cause. The cause keeps its words only, since errors of libraries carry requests. */
export function withoutSecrets(error: ModelError, secrets: readonly string[]): ModelError {
  const { cause } = error;
  const said = cause instanceof Error ? { cause: new Error(stripSecrets(`${cause.name}: ${cause.message}`, secrets)) } : {};
  return new ModelError(error.code, stripSecrets(error.detail, secrets), said);
}

function formsOf(secret: string): string[] {
  if (secret.trim().length < SHORTEST_SECRET) return [];
  const plain = secret.trim();
  const forms = [plain, encodeURIComponent(plain), JSON.stringify(plain).slice(1, -1), Buffer.from(plain, 'utf8').toString('base64')];
  return [...new Set(forms)];
}
