import { parseJson, type JsonMember, type JsonNode } from './jsonText.ts';

type ObjectNode = Extract<JsonNode, { kind: 'object' }>;
interface Layout {
  /** One step of indentation; empty where the file has no line breaks. */
  readonly unit: string;
  readonly newline: string;
}

/**
 * The text with one member set, everything else as it was, byte for byte; what is new looks like the rest of the file. Objects missing
 * on the way are made. Throws `JsonTextError` for a text that is no JSON, `TypeError` where the path meets something that is no object.
 */
export function setMember(text: string, path: readonly string[], value: unknown): string {
  const root = parseJson(text);
  const layout = layoutOf(text, root);
  let container = asObject(root);
  for (const [i, key] of path.entries()) {
    const member = container.members.find((one) => one.key === key);
    const rest = path.slice(i + 1);
    if (!member) return insert(text, container, [key, rest.reduceRight((inner, name) => ({ [name]: inner }), value)], layout);
    if (rest.length === 0) return replace(text, member, value, layout);
    container = asObject(member.node);
  }
  throw new TypeError('an empty path names no member');
}

/** The text without one member; unchanged where there is none. Throws as `setMember` does. */
export function removeMember(text: string, path: readonly string[]): string {
  let container = asObject(parseJson(text));
  for (const [i, key] of path.entries()) {
    const at = container.members.findIndex((one) => one.key === key);
    const member = container.members[at];
    if (!member) return text;
    if (i < path.length - 1) {
      container = asObject(member.node);
      continue;
    }
    const [before, after] = [container.members[at - 1], container.members[at + 1]];
    if (before) return splice(text, before.node.end, member.node.end, '');
    return after ? splice(text, member.keyStart, after.keyStart, '') : splice(text, container.start, container.end, '{}');
  }
  return text;
}

function replace(text: string, { keyStart, node }: JsonMember, value: unknown, layout: Layout): string {
  const wasOneLine = node.kind === 'array' && !text.slice(node.start, node.end).includes('\n');
  const shown =
    wasOneLine && Array.isArray(value) && layout.unit !== ''
      ? `[${value.map((item) => JSON.stringify(item)).join(', ')}]`
      : format(value, indentAt(text, keyStart), layout);
  return splice(text, node.start, node.end, shown);
}

function insert(text: string, container: ObjectNode, [key, value]: readonly [string, unknown], layout: Layout): string {
  const last = container.members.at(-1);
  const member = (indent: string, inner: Layout): string =>
    `${JSON.stringify(key)}:${layout.unit === '' ? '' : ' '}${format(value, indent, inner)}`;
  if (last && startsItsLine(text, last.keyStart)) {
    const indent = indentAt(text, last.keyStart);
    return splice(text, last.node.end, last.node.end, `,${layout.newline}${indent}${member(indent, layout)}`);
  }
  const oneLine = { ...layout, unit: '' };
  if (last) return splice(text, last.node.end, last.node.end, `,${layout.unit === '' ? '' : ' '}${member('', oneLine)}`);
  if (layout.unit === '') return splice(text, container.start, container.end, `{${member('', oneLine)}}`);
  const outer = indentAt(text, container.start);
  const indent = outer + layout.unit;
  return splice(text, container.start, container.end, `{${layout.newline}${indent}${member(indent, layout)}${layout.newline}${outer}}`);
}

function layoutOf(text: string, root: JsonNode): Layout {
  const first = root.kind === 'object' ? root.members[0] : undefined;
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  if (first && startsItsLine(text, first.keyStart)) return { unit: indentAt(text, first.keyStart) || '  ', newline };
  if (first && !text.slice(root.start, root.end).includes('\n')) return { unit: '', newline };
  return { unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ', newline };
}

const format = (value: unknown, indent: string, { unit, newline }: Layout): string =>
  JSON.stringify(value, null, unit).replaceAll('\n', newline + indent);
const splice = (text: string, start: number, end: number, inner: string): string => text.slice(0, start) + inner + text.slice(end);
const lineBefore = (text: string, at: number): string => text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
const startsItsLine = (text: string, at: number): boolean => text.lastIndexOf('\n', at - 1) >= 0 && lineBefore(text, at).trim() === '';
const indentAt = (text: string, at: number): string => /^[ \t]*/.exec(lineBefore(text, at))?.[0] ?? '';

function asObject(node: JsonNode): ObjectNode {
  if (node.kind !== 'object') throw new TypeError('expected a JSON object');
  return node;
}
