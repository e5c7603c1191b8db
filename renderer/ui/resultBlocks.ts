import type { ResultBlock } from '#shared/conversation/events.ts';

/**
 * The blocks of a result without what is said twice: most servers give structured content as text too, or their text as structured content.
 * Of the first only the structured one is left, of the second only the text. Everything else stays, in its order.
 */
export function withoutRepeats(blocks: readonly ResultBlock[]): readonly ResultBlock[] {
  const texts = blocks.filter((block) => block.kind === 'text');
  const structured = blocks.filter((block) => block.kind === 'structured');
  const [text] = texts;
  const [json] = structured;
  if (!text || !json || texts.length > 1 || structured.length > 1) return blocks;
  const value = parsed(json.json);
  if (isSame(parsed(text.text), value)) return blocks.filter((block) => block !== text);
  const members = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.values(value) : [];
  return members.length === 1 && members[0] === text.text ? blocks.filter((block) => block !== json) : blocks;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // it is no JSON
  }
}
/** The order of members counts for nothing. Numbers beyond the reach of a double are not told apart, so long texts of digits may be. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === undefined || typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a !== undefined && a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSame((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]))
  );
}
