import { describe, expect, it } from 'vitest';
import { followFacts, neighbour, placeOf, screenOf, type TourFacts, tourSteps } from './steps.ts';

const facts = (more: Partial<TourFacts>): TourFacts => ({ screen: 'chats', isWaiting: false, turn: undefined, ...more });
const open = { isOpen: true, hasCalls: false };

describe('the tour follows what really happens', () => {
  it.each([
    ['nothing yet: it asks for a question', 'ask', facts({}), 'ask'],
    ['a question was sent', 'ask', facts({ turn: open }), 'asking'],
    ['a decision waits', 'asking', facts({ turn: open, isWaiting: true }), 'decide'],
    ['it was answered, and the model goes on', 'decide', facts({ turn: open }), 'asking'],
    ['the turn ended with a call', 'decide', facts({ turn: { isOpen: false, hasCalls: true } }), 'card'],
    ['it ended without any call', 'asking', facts({ turn: { isOpen: false, hasCalls: false } }), 'servers'],
    ['the chat was deleted meanwhile', 'decide', facts({}), 'ask'],
    ['later steps stay, whatever waits', 'resources', facts({ isWaiting: true, turn: open }), 'resources'],
  ] as const)('%s', (_name, step, seen, expected) => {
    expect(followFacts(step, seen)).toBe(expected);
  });
});

it('each step has a place in the count, and waiting for the model counts as the question', () => {
  expect(tourSteps.map((step) => placeOf(step)[0])).toEqual([1, 1, 2, 3, 4, 5, 6, 7]);
  expect(placeOf('model')[1]).toBe(7);
});

it('the buttons lead from the card to the last step and back, and no further', () => {
  expect(neighbour('card', 1)).toBe('servers');
  expect(neighbour('card', -1)).toBeUndefined();
  expect(neighbour('model', 1)).toBeUndefined();
  expect(neighbour('ask', 1)).toBeUndefined();
  expect(screenOf[neighbour('activity', 1) ?? 'ask']).toBe('settings');
});
