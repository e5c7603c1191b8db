import { type MouseEvent, useState } from 'react';
import type { Answer, Content, Decision } from '#shared/decision/decision.ts';
import type { Failure } from '#shared/ipc/failure.ts';
import { useRequest } from '../ipc/hooks.ts';

export interface Settling {
  /** For `onClick`. The second click of a double click is not an answer: it may have been meant for the card before. */
  readonly answer: (answer: Answer, content?: Content) => (event: MouseEvent) => void;
  /** Until main has armed the card, and while an answer is on its way. */
  readonly isInert: boolean;
  readonly failure: Failure | undefined;
}

/** The way of an answer to main, which alone decides whether it counts. */
export function useSettle(decision: Decision): Settling {
  const { run, isBusy, failure } = useRequest('decision.settle');
  const [isAnswered, setAnswered] = useState(false);
  const settle = async (answer: Answer, content?: Content): Promise<void> => {
    if (await run({ id: decision.id, answer, ...(content ? { content } : {}) })) setAnswered(true);
  };
  return {
    answer: (answer, content) => (event) => {
      if (event.detail < 2) void settle(answer, content);
    },
    isInert: !decision.armed || isBusy || isAnswered,
    failure,
  };
}
