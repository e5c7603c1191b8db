import { type Faults, onCall } from './fault.ts';
import { textOf } from './peer.ts';
import { knob } from './wire.ts';

/** F13, F14 and the storm of F15: too many notifications, or wrong ones. */
export const noticeFaults: Faults = {
  /** A tick every DELAY_MS (20) for ever, cancelled or not. */
  'progress-forever': onCall((request, wire) => {
    let progress = 0;
    setInterval(() => wire.progress(request, { progress: (progress += 1), message: `tick ${progress}` }), knob('DELAY_MS', 20));
  }),
  /** Backwards, of another token, without a number, with a total that is none; then the answer. */
  'progress-odd': onCall((request, wire) => {
    wire.progress(request, { progress: 5, total: 10 });
    wire.progress(request, { progress: 3, total: 10 });
    wire.progress(request, { progress: 5, total: 10 });
    wire.progress(request, { progress: 'six' });
    wire.progress(request, { progress: 6, total: null });
    wire.send({ method: 'notifications/progress', params: { progressToken: 'of-no-call', progress: 7 } });
    wire.raw(
      `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${token(request.params?._meta)},"progress":8,"total":NaN}}\n`,
    );
    wire.raw(
      `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${token(request.params?._meta)},"progress":9,"total":1e999}}\n`,
    );
    wire.text(request.id, textOf(request));
  }),
  /** COUNT ticks (10,000) at once, then the answer. */
  'progress-flood': onCall((request, wire) => {
    const total = knob('COUNT', 10_000);
    for (let progress = 1; progress <= total; progress += 1) wire.progress(request, { progress, total });
    wire.text(request.id, textOf(request));
  }),
  /** The answer, then more progress of the same call. */
  'progress-late': onCall((request, wire) => {
    wire.text(request.id, textOf(request));
    for (let progress = 1; progress <= 3; progress += 1) wire.progress(request, { progress });
  }),
  /** Requests of its own once the list of tools was first given; what is answered is told on stderr. */
  'asks-back': {
    after: {
      'tools/list': (wire, nth) => {
        if (nth > 1) return;
        for (const method of ['ping', 'roots/list', 'no/such']) wire.send({ id: `of-server-${method}`, method, params: {} });
      },
    },
  },
  /** COUNT notifications (5,000) in one burst after a list of tools was first given. */
  'list-storm': {
    after: {
      'tools/list': (wire, nth) => {
        for (let sent = 0; nth === 1 && sent < knob('COUNT', 5_000); sent += 1) wire.toolsChanged();
      },
    },
  },
};

function token(meta: Record<string, unknown> | undefined): string {
  return JSON.stringify(meta?.progressToken ?? 'of-no-call');
}
