import { existsSync, readFileSync } from 'node:fs';

/** There is no such resource. */
export class NotThere extends Error {}

const pageSize = 10;
/** A red dot of one pixel. */
export const pngBase64 = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

interface Entry {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly mimeType?: string;
}
const entries: readonly Entry[] = [
  ...Array.from(
    { length: 25 },
    (_, at): Entry => ({ uri: `library://book/${at}`, name: `book-${at}`, title: `Book ${at}`, mimeType: 'text/plain' }),
  ),
  { uri: 'library://changing', name: 'changing', mimeType: 'text/plain' },
  { uri: 'library://set', name: 'set', title: 'A set of three' },
  { uri: 'library://dot', name: 'dot', title: 'A dot', mimeType: 'image/png' },
  { uri: 'library://page', name: 'page', title: 'A page', mimeType: 'text/html' },
  { uri: 'library://false-picture', name: 'false-picture', mimeType: 'image/png' },
  { uri: 'library://data', name: 'data', mimeType: 'application/json' },
  { uri: 'file:///etc/hosts', name: 'hosts' },
  { uri: 'http://127.0.0.1:9/secret', name: 'somewhere else' },
];
/** What can be read by template and completed. */
export const cities = ['beijing', 'berlin', 'bern', 'london'];
export const templates = [
  { uriTemplate: 'library://map/{country}/{city}{?scale}', name: 'map', title: 'Map of a city', mimeType: 'text/markdown' },
];
export const page = '<html><script>window.__ran = true; document.title = "owned"</script><p>hello</p></html>';

/** One page of the list; the first cursor is an empty text, which is a cursor like any other. */
export function listPage(cursor: string | undefined): { resources: Entry[]; nextCursor?: string } {
  const at = cursor === undefined ? 0 : cursor === '' ? 1 : Number(cursor);
  const resources = entries.slice(at * pageSize, (at + 1) * pageSize);
  const isLast = (at + 1) * pageSize >= entries.length;
  return { resources, ...(isLast ? {} : { nextCursor: at === 0 ? '' : String(at + 1) }) };
}

/** The contents behind an address. Throws `NotThere`. */
export function readEntry(
  uri: string,
  changeFile: string | undefined,
): { contents: ({ uri: string; mimeType?: string } & ({ text: string } | { blob: string }))[] } {
  const one = (mimeType: string, text: string) => ({ contents: [{ uri, mimeType, text }] });
  const map = /^library:\/\/map\/(\w+)\/(\w+)(?:\?scale=(\d+))?$/.exec(uri);
  if (map) return one('text/markdown', `# ${map[2]} in ${map[1]}\n\nscale ${map[3] ?? 'none'}`);
  if (uri.startsWith('library://book/')) return one('text/plain', `The text of book ${uri.slice('library://book/'.length)}.`);
  switch (uri) {
    case 'library://changing':
      return one('text/plain', changeFile && existsSync(changeFile) ? readFileSync(changeFile, 'utf8') : 'nothing yet');
    case 'library://set':
      return {
        contents: [
          { uri: 'library://set/a', mimeType: 'text/plain', text: 'first' },
          { uri: 'library://set/b', mimeType: 'text/csv', text: 'id,name\n1,"a, b"\n' },
          { uri: 'library://set/c', mimeType: 'application/octet-stream', blob: Buffer.from([0, 1, 2, 255]).toString('base64') },
        ],
      };
    case 'library://dot':
      return { contents: [{ uri, mimeType: 'image/png', blob: pngBase64 }] };
    case 'library://page':
      return one('text/html', page);
    case 'library://false-picture':
      return { contents: [{ uri, mimeType: 'image/png', blob: Buffer.from(page).toString('base64') }] };
    case 'library://data':
      return one('application/json', '{"b":[1,2],"a":null}');
    default:
      throw new NotThere(`there is nothing at ${uri}`);
  }
}

interface Asked {
  readonly argument: { readonly name: string; readonly value: string };
  readonly context?: { readonly arguments?: Readonly<Record<string, string>> | undefined } | undefined;
}
/** Cities by their beginning, and only once the country is known; of `scale` there are 150, more than may be given. */
export function complete({ argument, context }: Asked): { completion: { values: string[]; total: number; hasMore: boolean } } {
  const all =
    argument.name === 'country'
      ? ['china', 'germany']
      : argument.name === 'city'
        ? context?.arguments?.country === 'germany'
          ? ['berlin', 'bonn']
          : cities
        : Array.from({ length: 150 }, (_, at) => String(at));
  const fitting = all.filter((value) => value.startsWith(argument.value));
  return { completion: { values: fitting.slice(0, 100), total: fitting.length, hasMore: fitting.length > 100 } };
}
