import { type Fault, type Faults, onCall, silence } from './fault.ts';
import { textOf } from './peer.ts';
import { knob, type Request } from './wire.ts';

/** Text that must never show up in a log. */
const canary = 'CANARY-SECRET-reply';

const answersWithError = (error: () => object): Fault => onCall(({ id }, wire) => wire.error(id, error()));
const answersWithResult = (result: () => Record<string, unknown>): Fault => onCall(({ id }, wire) => wire.result(id, result()));
const askFor = (text: string) => ({
  method: 'elicitation/create',
  params: { mode: 'form', message: text, requestedSchema: { type: 'object', properties: { answer: { type: 'string' } } } },
});
const askModel = {
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: 'Say yes.' } }], maxTokens: 10 },
};

/** F10: answers that fit no request, or fit it badly. The right answer follows, except in `wrong-id-only`. */
const idFaults: Faults = {
  'wrong-id': onCall((request, wire) => {
    wire.text('no-such-id', canary);
    wire.text(request.id, textOf(request));
  }),
  'wrong-id-only': onCall((_request, wire) => wire.text('no-such-id', canary)),
  'duplicate-id': onCall((request, wire) => {
    wire.text(request.id, 'first');
    wire.text(request.id, 'second');
  }),
  'string-id': onCall((request, wire) => wire.text(String(request.id), textOf(request))),
  /** An answer that nobody asked for, before and after the list of tools. */
  unasked: { start: (wire) => wire.text(424_242, canary), after: { 'tools/list': (wire) => wire.text(424_243, canary) } },
};

/** F11: errors of every shape. ERROR_CODE and ERROR_DATA (JSON) shape `error-code`, SIZE_MB `error-huge-data`. */
const errorFaults: Faults = {
  'error-no-code': answersWithError(() => ({ message: 'an error without a code' })),
  'error-text-code': answersWithError(() => ({ code: 'EFAIL', message: 'a code that is a text' })),
  'error-fraction-code': answersWithError(() => ({ code: 1.5, message: 'half a code' })),
  'error-no-message': answersWithError(() => ({ code: -32603 })),
  'error-huge-data': answersWithError(() => ({
    code: -32603,
    message: 'a lot of data',
    data: canary + 'x'.repeat(knob('SIZE_MB', 1) * 1024 * 1024),
  })),
  'error-html': answersWithError(() => ({ code: -32603, message: '<img src=x onerror="window.__x=1"><script>window.__x=1</script>' })),
  'error-code': answersWithError(() => ({
    code: knob('ERROR_CODE', -32603),
    message: 'as the test wished',
    ...(process.env.ERROR_DATA && { data: JSON.parse(process.env.ERROR_DATA) as unknown }),
  })),
};

/** F12: kinds of message that the client did not agree to. */
const kindFaults: Faults = {
  'unknown-notification': onCall((request, wire) => {
    wire.send({ method: 'notifications/of_no_kind', params: { text: canary } });
    wire.text(request.id, textOf(request));
  }),
  /** A request of the server's own, then the right answer. */
  'server-request': onCall((request, wire) => {
    wire.send({ id: 'from-server-1', ...askModel });
    wire.text(request.id, textOf(request));
  }),
  'undeclared-input': answersWithResult(() => ({ resultType: 'input_required', inputRequests: { a: askModel }, requestState: 'state' })),
  'unknown-result-type': answersWithResult(() => ({ resultType: 'surprise', content: [] })),
  /** Counts as complete in the newer era. */
  'no-result-type': onCall((request, wire) =>
    wire.send({ id: request.id, result: { content: [{ type: 'text', text: textOf(request) }] } }),
  ),
  'unknown-block': answersWithResult(() => ({ content: [{ type: 'hologram', beams: 3 }] })),
  /** Every round of the same call asks once more, with another state. */
  'input-required-forever': onCall((request, wire) => {
    const round = Number(request.params?.requestState ?? 0) + 1;
    wire.result(request.id, {
      resultType: 'input_required',
      inputRequests: { again: askFor(`Round ${round}?`) },
      requestState: String(round),
    });
  }),
};

/** F17, and a call that is never answered. */
const timeFaults: Faults = {
  'no-answer': onCall(silence),
  /** Answers after DELAY_MS (30,000), cancelled or not. */
  'cancel-ignored': onCall((request, wire) => void setTimeout(() => answerLate(request, wire), knob('DELAY_MS', 30_000))),
};

function answerLate(request: Request, wire: { text(id: Request['id'], text: string): void }): void {
  wire.text(request.id, `late: ${textOf(request)}`);
}

/** F10, F11, F12 and F17: what goes wrong with answers. */
export const replyFaults: Faults = { ...idFaults, ...errorFaults, ...kindFaults, ...timeFaults };
