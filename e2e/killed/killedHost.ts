// A host in plain Node that talks with its model without end, to be killed at any instant. It says on stdout what it has acknowledged.
// DIR: its data folder. MODEL_URL: a scripted endpoint. GENERATION: a word that makes its messages unlike those of other runs.
import { writeSync } from 'node:fs';
import { openTestHost } from '../harness.ts';

const { DIR = '', MODEL_URL = '', GENERATION = '', DIST = '' } = process.env;

/** Written before anything else happens, so that a kill right after it can't take it back. */
const say = (line: string): void => void writeSync(1, `${line}\n`);

const house = await openTestHost(
  DIR,
  { OPENAI_API_KEY: 'CANARY-KEY', OPENAI_BASE_URL: MODEL_URL, OPENAI_MODEL: 'scripted' },
  { limits: { graceMs: 100 }, dist: DIST },
);
say(
  `open ${house
    .state('notices', {})
    .map((notice) => notice.code)
    .join(',')}`,
);
const chat = `chat-${GENERATION}`;
for (let turn = 0; ; turn += 1) {
  const text = `message ${GENERATION}.${turn}`;
  await house.send(text, chat);
  say(`ack ${chat} ${text}`);
  await house.ended(chat);
}
