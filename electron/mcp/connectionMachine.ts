import type { ConnectionState, ServerProblem } from '#shared/servers/status.ts';

/** At most this many starts within the window; then the person must act. */
export const maxStarts = 5;
export const startWindowMs = 10 * 60_000;
/** A server that held this long has recovered. */
export const healthyAfterMs = 60_000;

export type Rest = 'off' | 'idle' | 'untrusted' | 'start';
export interface Machine {
  readonly view: ConnectionState;
  /** Times of the automatic starts that count towards a crash loop. */
  readonly starts: readonly number[];
  readonly readyAt: number | undefined;
  /** Where a stop leads to. */
  readonly after: Rest | undefined;
  /** When a lost session was last begun anew at once. */
  readonly freshAt?: number | undefined;
}
export type MachineEvent =
  | { readonly type: 'start'; readonly at: number; readonly by: 'person' | 'app' }
  | {
      readonly type: 'connected';
      readonly at: number;
      readonly era: 'legacy' | 'modern';
      readonly version: string;
      readonly readyMs: number;
    }
  | {
      readonly type: 'lost';
      readonly at: number;
      readonly problem: ServerProblem;
      readonly final: boolean;
      readonly random: number;
      /** It comes from outside: never a crash loop. */
      readonly patient?: boolean;
      /** The least wait in ms. */
      readonly waitMs?: number;
      /** A new connection is likely to work at once; tried once, then the backoff holds. */
      readonly fresh?: boolean;
      readonly baseMs?: number;
    }
  /** `onDemand`: a server that starts at its first call rests until there is one. */
  | { readonly type: 'timer'; readonly at: number; readonly onDemand?: boolean }
  | { readonly type: 'stop'; readonly at: number; readonly to: Rest }
  | { readonly type: 'stopped'; readonly at: number }
  | { readonly type: 'untrusted'; readonly denied: boolean }
  | { readonly type: 'refused'; readonly problem: ServerProblem };
export type Effect =
  | { readonly type: 'open' }
  | { readonly type: 'close' }
  | { readonly type: 'timer'; readonly ms: number }
  | { readonly type: 'lost-ready' };

export const initialMachine = (view: ConnectionState): Machine => ({ view, starts: [], readyAt: undefined, after: undefined });

/** 1, 2, 4 … 60 seconds, a fifth more or less. `random` is between 0 and 1. */
export function backoffMs(attempt: number, random: number, baseMs = 1000): number {
  const base = Math.min(60_000, baseMs * 2 ** Math.max(0, attempt - 1));
  return Math.round(base * (0.8 + 0.4 * random));
}

interface Step {
  readonly machine: Machine;
  readonly effects: readonly Effect[];
}
const stay = (machine: Machine): Step => ({ machine, effects: [] });
const isLive = (view: ConnectionState): boolean => view.status === 'starting' || view.status === 'ready';

function begin(machine: Machine, at: number, byPerson: boolean): Step {
  const starts = byPerson ? [at] : [...machine.starts.filter((t) => at - t < startWindowMs), at];
  const view: ConnectionState = { status: 'starting', attempt: starts.length };
  return { machine: { view, starts, readyAt: undefined, after: undefined, freshAt: machine.freshAt }, effects: [{ type: 'open' }] };
}

function lost(machine: Machine, event: Extract<MachineEvent, { type: 'lost' }>): Step {
  if (!isLive(machine.view)) return stay(machine);
  const effects: Effect[] = machine.view.status === 'ready' ? [{ type: 'lost-ready' }] : [];
  const healthy = machine.readyAt !== undefined && event.at - machine.readyAt >= healthyAfterMs;
  const starts = healthy ? [] : machine.starts;
  const base = { starts, readyAt: undefined, after: undefined, freshAt: machine.freshAt };
  if (event.final && event.problem.code === 'needs-sign-in')
    return { machine: { ...base, view: { status: 'sign-in', problem: event.problem } }, effects };
  if (event.final) return { machine: { ...base, view: { status: 'failed', problem: event.problem } }, effects };
  if (event.fresh && (machine.freshAt === undefined || event.at - machine.freshAt >= healthyAfterMs)) {
    const again = begin({ ...machine, ...base }, event.at, false);
    return { machine: { ...again.machine, freshAt: event.at }, effects: [...effects, ...again.effects] };
  }
  if (starts.length >= maxStarts && !event.patient) {
    const problem: ServerProblem = { code: 'keeps-crashing', detail: event.problem.detail };
    return { machine: { ...base, view: { status: 'failed', problem } }, effects };
  }
  const ms = Math.max(backoffMs(starts.length, event.random, event.baseMs), event.waitMs ?? 0);
  const view: ConnectionState = { status: 'backoff', attempt: starts.length, untilMs: event.at + ms, problem: event.problem };
  return { machine: { ...base, view }, effects: [...effects, { type: 'timer', ms }] };
}

function stop(machine: Machine, to: Rest, at: number): Step {
  if (machine.view.status === 'stopping') return stay({ ...machine, after: to });
  if (isLive(machine.view)) {
    const effects: Effect[] = machine.view.status === 'ready' ? [{ type: 'lost-ready' }, { type: 'close' }] : [{ type: 'close' }];
    return { machine: { ...machine, view: { status: 'stopping' }, after: to }, effects };
  }
  return rest({ ...machine, after: to }, at);
}

function rest(machine: Machine, at: number): Step {
  const base: Machine = { ...machine, starts: [], readyAt: undefined, after: undefined };
  if (machine.after === 'start') return begin(base, at, true);
  if (machine.after === 'idle') return stay({ ...base, view: { status: 'idle' } });
  if (machine.after === 'untrusted') return stay({ ...base, view: { status: 'untrusted', denied: false } });
  return stay({ ...base, view: { status: 'off' } });
}

/** What a connection does next. Pure: a table of states, events and effects. */
export function transition(machine: Machine, event: MachineEvent): Step {
  const { view } = machine;
  switch (event.type) {
    case 'start':
      return isLive(view) || view.status === 'stopping' ? stay(machine) : begin(machine, event.at, event.by === 'person');
    case 'connected': {
      if (view.status !== 'starting') return stay(machine);
      const { era, version, readyMs } = event;
      return stay({ ...machine, view: { status: 'ready', era, version, readyMs }, readyAt: event.at });
    }
    case 'lost':
      return lost(machine, event);
    case 'timer':
      if (view.status !== 'backoff') return stay(machine);
      // How often it has been started lately still counts: calls must not start a server for ever that dies of each.
      return event.onDemand ? stay({ ...machine, view: { status: 'idle' } }) : begin(machine, event.at, false);
    case 'stop':
      return stop(machine, event.to, event.at);
    case 'stopped':
      return view.status === 'stopping' ? rest(machine, event.at) : stay(machine);
    case 'untrusted':
      return isLive(view) ? stay(machine) : stay({ ...machine, view: { status: 'untrusted', denied: event.denied } });
    case 'refused':
      return isLive(view) ? stay(machine) : stay({ ...machine, view: { status: 'failed', problem: event.problem } });
  }
}
