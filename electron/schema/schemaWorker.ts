import { parentPort } from 'node:worker_threads';
import { runJob, type Order, type Report } from './jobs.ts';
import { createValidators } from './validator.ts';

// The worker that everything a server wrote about its tools is compiled and run in. It holds no secret and may be ended at any moment.
const port = parentPort;
if (!port) throw new Error('The schema worker runs as a worker thread only.');
const say = (report: Report): void => port.postMessage(report);
const validators = createValidators();

// The first schema costs many times the later ones; it must not be charged to a job.
const warmUp = { type: 'object', properties: { a: { type: 'string', enum: ['b'] } }, required: ['a'] };
for (const dialect of ['https://json-schema.org/draft/2020-12/schema', 'http://json-schema.org/draft-07/schema#']) {
  runJob(validators, { kind: 'prepare', schemaText: JSON.stringify({ $schema: dialect, ...warmUp }), argumentsText: '{}' });
}

port.on('message', ({ id, job }: Order) => {
  say({ kind: 'began', id });
  say({ kind: 'ended', id, outcome: runJob(validators, job) });
});
say({ kind: 'ready' });
