import { type DemoRule, isChinese, type Language, say } from './demoExchange.ts';

/** What a question for the whole of a text looks like. */
const WHOLE =
  /\bwhat (?:can|does|is|are|do)\b[\s\S]*\b(?:do|say|about|offer|for)\b|\bsummar|能做什么|可以做什么|有什么用|讲了?什么|说了?什么|总结|概括/i;
const longestAnswer = 1200;

/** A question about an attached text: its points for one about the whole, otherwise the sentence that shares most words with the question. */
export const attachedRule: DemoRule = ({ question, attached, language }) => {
  if (attached === '') return undefined;
  const points = WHOLE.test(question) ? pointsOf(attached, language) : [];
  if (points.length > 1) return say(`${intro(language)}\n\n${points.map((point) => `> ${point}`).join('\n>\n')}`);
  const best = bestSentence(attached, question);
  return best === undefined ? undefined : say(`${intro(language)}\n\n> ${best}`);
};
const intro = (language: Language): string => (language === 'zh' ? '附件里写着：' : 'The attached text says:');

/** The first paragraph and the points of a text with a list, in the language of the question where it has both. */
function pointsOf(text: string, language: Language): string[] {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#') && isChinese(line) === (language === 'zh'));
  const items = lines.filter((line) => /^[-*+] |^\d+[.)] /.test(line));
  const first = lines.find((line) => !items.includes(line));
  const points: string[] = [];
  let length = 0;
  for (const point of items.length === 0 ? [] : [...(first === undefined ? [] : [first]), ...items]) {
    length += point.length;
    if (length > longestAnswer) break;
    points.push(point);
  }
  return points;
}

function bestSentence(text: string, question: string): string | undefined {
  const sentences = text
    .split(/\n+|(?<=[.!?])\s+|(?<=[。！？])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  const asked = wordsOf(question);
  const shared = (sentence: string): number => [...wordsOf(sentence)].filter((word) => asked.has(word)).length;
  return sentences.toSorted((a, b) => shared(b) - shared(a))[0];
}

/** Words of three letters and more, and pairs of Chinese characters. */
function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const pairs = words.filter(isChinese).flatMap((word) => [...word].slice(1).map((character, at) => `${[...word][at] ?? ''}${character}`));
  return new Set([...words.filter((word) => !isChinese(word)), ...pairs]);
}
