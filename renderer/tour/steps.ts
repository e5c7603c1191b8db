import type { Screen } from '../store.ts';

export const tourSteps = ['ask', 'asking', 'decide', 'card', 'servers', 'resources', 'activity', 'model'] as const;
/** Where the tour stands. */
export type TourStep = (typeof tourSteps)[number];

/** What the tour sees of the app. */
export interface TourFacts {
  readonly screen: Screen;
  /** A decision waits. */
  readonly isWaiting: boolean;
  /** The latest turn of the open chat; undefined before the first. */
  readonly turn: { readonly isOpen: boolean; readonly hasCalls: boolean } | undefined;
}

/** The steps that the person moves through by the buttons; the others follow what happens. */
const counted = ['ask', 'decide', 'card', 'servers', 'resources', 'activity', 'model'] as const satisfies readonly TourStep[];
/** `[3, 7]`: the third of seven. Waiting for the model is no step of its own. */
export function placeOf(step: TourStep): readonly [number, number] {
  const at = counted.findIndex((name) => name === (step === 'asking' ? 'ask' : step));
  return [at + 1, counted.length];
}

/** Where the tour must be, given what has happened: it never says "decide below" when nothing waits there. */
export function followFacts(step: TourStep, facts: TourFacts): TourStep {
  if (step !== 'ask' && step !== 'asking' && step !== 'decide') return step;
  if (facts.isWaiting) return 'decide';
  if (facts.turn === undefined) return 'ask';
  if (facts.turn.isOpen) return 'asking';
  // It ended: with a call there is a card to look at, without one there is nothing to show but the way on.
  return facts.turn.hasCalls ? 'card' : 'servers';
}

/** The screen that a step is about. */
export const screenOf: Readonly<Record<TourStep, Screen>> = {
  ask: 'chats',
  asking: 'chats',
  decide: 'chats',
  card: 'chats',
  servers: 'servers',
  resources: 'resources',
  activity: 'activity',
  model: 'settings',
};

/** The step before or after, among those that the person can go to; undefined at either end. */
export function neighbour(step: TourStep, by: 1 | -1): TourStep | undefined {
  const walk = ['card', 'servers', 'resources', 'activity', 'model'] as const;
  const at = walk.findIndex((name) => name === step);
  return at === -1 ? undefined : walk[at + by];
}
