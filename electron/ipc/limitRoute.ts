import type { FailureCode } from '#shared/ipc/failure.ts';
import { createBucket } from './bucket.ts';
import type { Route } from './router.ts';

/** What one message of a page may hold: text in UTF-16 units (keys too), values, and levels. The longest text that the contract takes is 2 M. */
const mostText = 8_000_000;
const mostValues = 200_000;
const mostLevels = 64;
/** Requests that may come at once, and how many more each second: far above what a page in use makes, far below a flood. */
const atOnce = 1000;
const perSecond = 250;
/** Topics that a page watches at the same time. */
const mostWatches = 200;

/** Why a value is no message of ours, or undefined. Plain data only, without cycles; it never throws and its work is bounded (S3, I12). */
export function unfit(value: unknown): 'too-large' | 'invalid-input' | undefined {
  let [text, values] = [0, 0];
  const left: { readonly value: unknown; readonly level: number }[] = [{ value, level: 0 }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { value: one, level } = next;
    values += 1;
    if (typeof one === 'string') text += one.length;
    else if (typeof one === 'object' && one !== null) {
      if (level >= mostLevels) return 'too-large';
      if (!Array.isArray(one) && !isPlain(one)) return 'invalid-input';
      const entries = Object.entries(one as Record<string, unknown>);
      if (values + left.length + entries.length > mostValues) return 'too-large';
      for (const [key, member] of entries) {
        if (key === '__proto__') return 'invalid-input';
        text += Array.isArray(one) ? 0 : key.length;
        left.push({ value: member, level: level + 1 });
      }
    } else if (!['number', 'boolean', 'undefined', 'object'].includes(typeof one)) return 'invalid-input';
    if (text > mostText || values > mostValues) return 'too-large';
  }
  return undefined;
}

/** A record, wherever it was made: its prototype, if any, is the end of the chain. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

export interface RouteLimits {
  readonly now: () => number;
  /** Told of what was refused, at most once in ten seconds for each reason. */
  readonly report: (error: unknown) => void;
}

/** A route that takes only plain messages of a bounded size, at a bounded rate. What it refuses reaches nothing behind it (S3). */
export function limitRoute(route: Route, { now, report }: RouteLimits): Route {
  const requests = createBucket({ atOnce, perSecond, now });
  const told = new Map<FailureCode, number>();
  let watches = 0;
  const refusal = (name: unknown, input: unknown): FailureCode | undefined => {
    if (!requests.take()) return 'too-many-requests';
    return typeof name !== 'string' || name.length > 100 ? 'unknown-request' : unfit(input);
  };
  const tell = (code: FailureCode, name: unknown): void => {
    if (now() - (told.get(code) ?? Number.NEGATIVE_INFINITY) < 10_000) return;
    told.set(code, now());
    report(new Error(`a page's message was refused: ${code} ${typeof name === 'string' ? name.slice(0, 100) : typeof name}`));
  };
  return {
    async request(name, input) {
      const code = refusal(name, input);
      if (code === undefined) return route.request(name, input);
      tell(code, name);
      return { ok: false, failure: { code, detail: '' } };
    },
    watch(name, key, receive) {
      const code = watches >= mostWatches ? 'too-many-requests' : refusal(name, key);
      if (code !== undefined) {
        tell(code, name);
        return undefined;
      }
      const end = route.watch(name, key, receive);
      if (!end) return undefined;
      watches += 1;
      let open = true;
      return () => {
        if (open) watches -= 1;
        open = false;
        end();
      };
    },
  };
}
