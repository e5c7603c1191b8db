/** Answers that came when nobody waited for them any more. */
export const late = {
  'chat.call.late.cancelled.done': 'It finished after you cancelled. Its result ({size}) was dropped, and the model did not get it.',
  'chat.call.late.cancelled.tool-error':
    'It finished after you cancelled, with an error of the tool ({size}), which was dropped. The model did not get it.',
  'chat.call.late.cancelled.protocol-error': 'After you cancelled, the server answered with an error ({size}), which was dropped.',
  'chat.call.late.timed-out.done': 'It finished after its time was up. Its result ({size}) was dropped, and the model did not get it.',
  'chat.call.late.timed-out.tool-error':
    'It finished after its time was up, with an error of the tool ({size}), which was dropped. The model did not get it.',
  'chat.call.late.timed-out.protocol-error': 'After its time was up, the server answered with an error ({size}), which was dropped.',
  'activity.what.late': 'Call answered too late',
  'servers.answers': 'Answers nobody waited for',
  'servers.answers.what': 'They were dropped. Their text is not kept here: size and SHA-256 tell one from another.',
  'servers.answers.unknown': 'to a request that was never made',
  'servers.answers.again': 'a second answer to the same request',
  'servers.answers.late': 'to a call that had been given up',
  'servers.answers.other-id': 'taken, but its id was written in another form',
  'servers.answers.count': '{count} in all; the latest are shown.',
} as const;
