/** What a text weighs for a reader: a Chinese character says about as much as two letters. */
function weight(text: string): number {
  let sum = 0;
  for (const character of text)
    sum += /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(character)
      ? 2
      : /[\p{L}\p{N}]/u.test(character)
        ? 1
        : 0;
  return sum;
}
const wordsOf = (text: string): string =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^(the|a|an|this) /, '');

/** A description that says no more of a tool than its name does, or hardly anything at all. */
export function isVagueForTool(description: string, name: string): boolean {
  return weight(description) < 14 || wordsOf(description).replace(/ (tool|function)$/, '') === wordsOf(name);
}

const empty =
  /^(参数|数据|值|内容|输入|字段|信息|parameter|param|argument|value|data|input|field|string|number|object|array|boolean|text|todo|tbd|n a|none)\d*$/i;
/** The same for a parameter, where one word may be enough if it is not the name again. */
export function isVagueForParameter(description: string, name: string): boolean {
  const words = wordsOf(description);
  return weight(description) < 3 || empty.test(words) || words === wordsOf(name);
}

const example = /(?:e\.?g\.?|such as|for example|for instance|like|i\.e\.|如|例如|比如|形如|examples?)[\s:：]*$/i;
const token = String.raw`["'\x60“‘]?[\w.+-]{1,30}["'\x60”’]?(?:\s?[(（][^)）]{1,40}[)）])?`;
const gap = String.raw`\s*(?:,\s*or\s|,\s*and\s|\sor\s|[,、，|/]|或者?|和)\s*`;
/** Ways in which a description lists all that a value may be; each captures the list. */
const lists: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:one of|either|(?:must|can|may|should) be|(?:allowed|possible|valid|accepted|supported)(?: values?)?(?: are)?|values?|options?)\s*:?\s+(${token}(?:${gap}${token})+)`,
    'i',
  ),
  new RegExp(String.raw`(?:可选值|可选项|取值范围?|只能是|必须是|枚举值?|支持)\s*[:：为是有]*\s*(${token}(?:${gap}${token})+)`),
  /((?:["'`“‘])[\w.+-]{1,30}["'`”’](?:\s*(?:,\s*or|,|or|、|，|\||\/|或者?)\s*["'`“‘][\w.+-]{1,30}["'`”’])+)/i,
  /(?:^|[^\w./])([a-z][a-z0-9_-]*(?:\s?[(（][^)）]{1,40}[)）])?\s*(?:\||或者?)\s*[a-z][a-z0-9_-]*)/u,
  /(?:^|[^\w./:])([a-z][a-z0-9_-]*(?:\/[a-z][a-z0-9_-]*){2,})(?![\w./])/u,
  /[(（]([a-z][a-z0-9_-]*(?:\s*[/|]\s*[a-z][a-z0-9_-]*)+)[)）]/u,
];

/** The values that a description lists although the schema names none; undefined when it lists none, or only examples. */
export function listedValues(description: string): readonly string[] | undefined {
  for (const list of lists) {
    const match = list.exec(description);
    const found = match?.[1];
    if (match === null || found === undefined) continue;
    if (example.test(description.slice(0, match.index + match[0].indexOf(found)))) continue;
    const values = found
      .replaceAll(/[(（][^)）]*[)）]/g, ' ')
      .split(/\s*(?:,\s*or\s|,\s*and\s|\sor\s|[,、，|/]|或者?|和)\s*/i)
      .map((value) => value.replaceAll(/["'`“”‘’]/g, '').trim())
      .filter((value) => value !== '');
    if (new Set(values).size >= 2 && values.every((value) => /^[\w.+-]{1,30}$/.test(value))) return [...new Set(values)];
  }
  return undefined;
}

/** Whether a description speaks of a value that is taken when none is given. */
export const speaksOfDefault = (description: string): boolean =>
  /\bdefaults?\b(?!\s+(?:browser|branch|printer|gateway|route|account|profile)\b)|默认|缺省|预设为/i.test(description) &&
  !/\bno default\b|没有默认|无默认/i.test(description);
