import type { PlanText } from '../../electron/headless/plan.ts';
import type { RecordedRequest, Round } from '../modelServer.ts';
import type { Era, Script } from './script.ts';
import type { Seen } from './seen.ts';

export const ways = ['stdio', 'http'] as const;
export type Way = (typeof ways)[number];

/** One thing that must hold, found out by looking at what came over the wire. */
export interface Check {
  readonly id: string;
  readonly description: string;
  readonly status: 'passed' | 'failed';
  readonly detail: string;
}
/** Adds a check; `detail` is what was seen instead, told when it failed. */
export type AddCheck = (id: string, description: string, isWell: boolean, detail?: unknown) => void;

/** Where a run happens. */
export interface Place {
  readonly era: Era;
  readonly way: Way;
  /** A new folder of its own, outside the host's data. */
  readonly folder: string;
  /** The server's address; empty over stdio. */
  readonly url: string;
}
/** A server by script, what the host is told to do with it, and what must be seen then. */
export interface Scenario {
  readonly id: string;
  /** A sentence: what it shows. */
  readonly title: string;
  /** Each era with the ways by which it is run there; over stdio in both where it is absent. */
  readonly runs?: Readonly<Partial<Record<Era, readonly Way[]>>>;
  readonly script: (place: Pick<Place, 'era' | 'way'>) => Script;
  readonly plan: (place: Place) => PlanText;
  readonly check: (seen: Seen, check: AddCheck) => void;
  /** Stays after the end of stdin and after SIGTERM. */
  readonly isStubborn?: boolean;
  /** What the model says to whatever it is asked. */
  readonly model?: (request: RecordedRequest) => Round;
  /** The host can't use the server, and ends with 1. */
  readonly fails?: boolean;
}

/** The steps of one call by hand, up to its end; what it came to is in the line after. */
export const call = (toolName: string, args: object = {}) => [...begin(toolName, toolName, args), ended(toolName)];
/** Begins a call under a name by which `ended` waits for its end. */
export const begin = (name: string, toolName = name, args: object = {}) => [
  { request: 'tool.run', input: { serverKey: 'server', toolName, argumentsText: JSON.stringify(args) }, save: name },
];
export const ended = (name: string) => ({
  wait: 'playground',
  for: { turns: [{ id: `$${name}.turnId`, outcome: { $not: 'open' } }] },
});
