import { resourceTitle, type ServerResources } from './resources.ts';

/** The most resources that are offered for a text. */
export const maxFitting = 4;

export interface FittingResource {
  readonly serverKey: string;
  readonly uri: string;
  readonly title: string;
}
interface Entry extends FittingResource {
  /** The best place of each of its words: title and name count most, then the address, then the description. */
  readonly words: ReadonlyMap<string, number>;
}
/** Listed resources with their words, ready to be held against many texts. */
export interface FittingIndex {
  readonly entries: readonly Entry[];
  /** In how many entries a word stands. */
  readonly spread: ReadonlyMap<string, number>;
}

const weights = { title: 3, address: 2, description: 1 } as const;
/** A match in a title alone is enough; in a description it takes two words. */
const enough = 2;
const common = new Set(
  'about after all and any are but can could does don for from get give has have how into its let like make may more new not now one only our out please resource server should show some tell than that the their them then there these they this use was what when where which who why will with would you your 什么 怎么 如何 一下 一个 我们 你们 他们 可以 这个 那个 这些 那些 请问 帮我 告诉 关于 是否 没有 还是 因为 所以 为什 么样 哪些 哪个 我的 你的 的是 资源 内容 看看 看一'.split(
    ' ',
  ),
);
const han = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The words that carry meaning: of Latin and like scripts those of three letters and more, of Chinese every two neighbouring characters. */
export function meaningfulWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [run] of text
    .normalize('NFKC')
    .toLowerCase()
    .matchAll(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{N}]+/gu)) {
    if (han.test(run)) {
      const characters = [...run];
      for (let at = 0; at + 1 < characters.length; at++) add(words, characters.slice(at, at + 2).join(''));
    } else for (const word of run.split(/(?<=\p{L})(?=\p{Script=Han})/u)) if (word.length >= 3) add(words, singular(word));
  }
  return words;
}
function add(words: Set<string>, word: string): void {
  if (!common.has(word)) words.add(word);
}
const singular = (word: string): string => (word.length > 4 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word);

/** Reads the lists once. Of an address the scheme says nothing. */
export function indexResources(lists: readonly ServerResources[]): FittingIndex {
  const entries = lists.flatMap(({ serverKey, resources }) =>
    resources.map((resource): Entry => {
      const words = new Map<string, number>();
      const fields = [
        [weights.description, resource.description ?? ''],
        [weights.address, readableAddress(resource.uri)],
        [weights.title, `${resource.title ?? ''} ${resource.name}`],
      ] as const;
      for (const [weight, text] of fields) for (const word of meaningfulWords(text)) words.set(word, weight);
      return { serverKey, uri: resource.uri, title: resourceTitle(resource), words };
    }),
  );
  const spread = new Map<string, number>();
  for (const { words } of entries) for (const word of words.keys()) spread.set(word, (spread.get(word) ?? 0) + 1);
  return { entries, spread };
}

function readableAddress(uri: string): string {
  const path = uri.replace(/^[a-z][a-z0-9+.-]*:/i, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** At most four resources that fit what is being written, the best first. A word that stands in many of them says little. */
export function fittingResources(
  { entries, spread }: FittingIndex,
  text: string,
  isTaken: (resource: FittingResource) => boolean = () => false,
): readonly FittingResource[] {
  const recent = text.slice(-2000);
  const wanted = meaningfulWords(recent);
  return entries
    .flatMap((entry) => {
      const score = recent.includes(entry.uri) ? 1000 : scoreOf(entry, wanted, { spread, count: entries.length });
      return score >= enough && !isTaken(entry) ? [{ entry, score }] : [];
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxFitting)
    .map(({ entry: { serverKey, uri, title } }) => ({ serverKey, uri, title }));
}

interface Among {
  readonly spread: ReadonlyMap<string, number>;
  readonly count: number;
}
function scoreOf({ words }: Entry, wanted: ReadonlySet<string>, { spread, count }: Among): number {
  let score = 0;
  for (const word of wanted) {
    const weight = words.get(word);
    if (weight === undefined) continue;
    const share = (spread.get(word) ?? 1) / count;
    score += weight * (count <= 10 || share <= 0.2 ? 1 : share <= 0.5 ? 0.4 : 0);
  }
  return score;
}
