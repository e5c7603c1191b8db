import type { Request, Wire } from './wire.ts';

/** Takes a request in place of the well-behaved answer; `nth` is 1 for the first request of its method. */
export type Take = (request: Request, wire: Wire, nth: number) => void;

/** One way to misbehave; what it does not name stays well-behaved. */
export interface Fault {
  /** Once, before anything is read. */
  readonly start?: (wire: Wire) => void;
  readonly requests?: Readonly<Record<string, Take>>;
  /** After a request of that method was answered. */
  readonly after?: Readonly<Record<string, (wire: Wire, nth: number) => void>>;
  /** Puts noise around every line written. */
  readonly decorate?: (line: string) => string;
  /** True when the end of stdin is ignored. */
  readonly ignoresEnd?: boolean;
}
/** Faults by the name of their mode. */
export type Faults = Readonly<Record<string, Fault>>;

/** A fault of tools/call alone. */
export const onCall = (take: Take): Fault => ({ requests: { 'tools/call': take } });

/** A fault of tools/list alone. */
export const onList = (take: Take): Fault => ({ requests: { 'tools/list': take } });

/** Reads a request and never answers. */
export const silence: Take = () => undefined;
