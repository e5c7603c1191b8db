/** A tool's answer in one text block, in the shape that both SDKs accept. `isError` tells the model that the call did not succeed. */
export interface TextResult {
  [member: string]: unknown;
  content: { type: 'text'; text: string }[];
  isError?: true;
}

/** The answer of a call that went well. */
export function answer(text: string): TextResult {
  return { content: [{ type: 'text', text }] };
}

/** The answer of a call that could not do what was asked; the text says why and what would work. */
export function problem(text: string): TextResult {
  return { ...answer(text), isError: true };
}

/** True when a text is written with Chinese characters, so that the answer can be too. */
export function isChinese(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}
