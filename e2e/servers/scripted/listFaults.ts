import { type Fault, type Faults, onList, silence } from './fault.ts';
import { tool, tools } from './peer.ts';
import { knob } from './wire.ts';

const lists = (result: (nth: number) => Record<string, unknown>): Fault => onList(({ id }, wire, nth) => wire.result(id, result(nth)));

/** Definitions that are no good, each in a way of its own. */
const badTools: readonly unknown[] = [
  { name: 'no_schema', description: 'Has no input schema.' },
  { name: 7, inputSchema: { type: 'object' } },
  null,
  { name: 'bad_required', inputSchema: { type: 'object', properties: { a: { type: 'string' } }, required: 'a' } },
  { name: 'dangling_ref', inputSchema: { type: 'object', properties: { a: { $ref: '#/$defs/Missing' } } } },
  { name: 'not_an_object', inputSchema: { type: 'string' } },
  { name: 'remote_ref', inputSchema: { type: 'object', properties: { a: { $ref: 'https://127.0.0.1:9/schema.json' } } } },
];

/** F15 and F16, and the ways in which a list fails as a whole. */
export const listFaults: Faults = {
  /** Another list at every fetch, and a notification after each. */
  'list-changing': {
    ...lists((version) => ({ tools: [...tools, tool(`version_${version}`)] })),
    after: { 'tools/list': (wire) => wire.toolsChanged() },
  },
  'endless-cursor': lists((page) => ({ tools: [tool(`page_${page}`)], nextCursor: `page ${page + 1}` })),
  'looping-cursor': lists((page) => ({ tools: [tool(`page_${page}`)], nextCursor: 'again' })),
  /** COUNT tools (600) on one page. */
  'many-tools': lists(() => ({ tools: Array.from({ length: knob('COUNT', 600) }, (_, i) => tool(`tool_${i}`)) })),
  /** A description of SIZE_MB megabytes (5) between the good tools. */
  'huge-description': lists(() => ({ tools: [...tools, tool('wordy', 'word '.repeat((knob('SIZE_MB', 5) * 1024 * 1024) / 5))] })),
  /** One malformed tool before the good ones. */
  'bad-tool': lists(() => ({ tools: [badTools[0], ...tools] })),
  /** Malformed tools of every kind around the good ones. */
  'bad-tools': lists(() => ({ tools: [...badTools.slice(0, 3), ...tools, ...badTools.slice(3)] })),
  'list-error': onList(({ id }, wire) => wire.error(id, { code: -32603, message: 'the list is not to be had' })),
  'list-hang': onList(silence),
};
