import type { Answer, DecisionOf, Verdict } from '#shared/decision/decision.ts';
import type { RuleSubject } from '#shared/policy/policy.ts';
import type { DecisionTable } from '../storage/decisionTable.ts';
import type { CallJournal } from './callTool.ts';

export interface Judgement {
  readonly decision: DecisionOf<'tool-call'>;
  readonly verdict: Verdict;
  readonly answer: Answer | undefined;
  readonly subject: RuleSubject;
  readonly edited: boolean;
}
export interface KeptVerdictParts {
  readonly decisions: DecisionTable;
  readonly journal: CallJournal;
  readonly now: () => number;
}

/**
 * The verdict on a call, on its way to the disk. `keep` writes it once: in one transaction the event of the conversation, the decision it
 * rests on, and whatever comes `also`. Throws `NotSavedError` when the disk refuses; then nothing of it is there.
 */
export class KeptVerdict {
  readonly #parts: KeptVerdictParts;
  readonly #judgement: Judgement;
  #tried = false;
  constructor(parts: KeptVerdictParts, judgement: Judgement) {
    this.#parts = parts;
    this.#judgement = judgement;
  }

  keep(also?: () => void): void {
    if (this.#tried) return also?.();
    this.#tried = true;
    const { decisions, journal, now } = this.#parts;
    const { decision, verdict, answer, subject, edited } = this.#judgement;
    const { armed: _armed, ...record } = decision;
    journal.judged(verdict, decision.argumentsText, edited, () => {
      decisions.add({
        id: decision.id,
        kind: decision.kind,
        subject: JSON.stringify({ ...record, digest: subject.digest, launchHash: subject.launchHash }),
        verdict,
        decidedAt: now(),
        callId: decision.callId,
        answer,
      });
      also?.();
    });
  }
}
