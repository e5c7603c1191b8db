/** Why a call has no answer, or a tool no use: the very sentences that main writes. `ui/reasonWords.ts` knows them again and says them in the person's language. */
export const reasons = {
  'reason.noTool': 'There is no such tool now.',
  'reason.goneTool': 'The tool is no longer there, or its new definition has not been accepted.',
  'reason.noServer': 'The server is not there ({code}: {detail}).',
  'reason.arguments': 'Its arguments do not fit the tool. {problem}',
  'reason.tooOften': 'This tool has been called {count} times within a minute, which is the limit.',
  'reason.notSaved': 'The decision could not be saved to the disk.',
  'reason.hadLeft': 'It had been sent and may have had an effect.',
  'reason.notSent': 'It was not sent.',
  'reason.late': 'No answer came within {seconds} seconds.',
  'reason.otherKind': 'It answered with a kind of result that its version of the protocol does not have.',
  'reason.rounds': 'It had asked for something else in {rounds} rounds.',
  'reason.model': 'It had asked for an answer of a model.',
  'reason.modelFailed': 'It had asked for an answer of a model, which failed ({code}).',
  'reason.crashed': 'Crashed: {detail}',
  'reason.taskOnly': 'It runs only as a task (taskSupport: required), and Steward calls tools directly.',
} as const;
