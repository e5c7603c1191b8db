import { BlockList, isIP, isIPv4 } from 'node:net';
import { isLoopback } from '#shared/net/loopback.ts';
import { SignInError } from './signInError.ts';

/** Where an address leads: `special` are those that belong to no server, such as link-local ones. */
export type Reach = 'public' | 'private' | 'loopback' | 'special';

function blocks(v4: readonly (readonly [string, number])[], v6: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of v4) list.addSubnet(net, prefix, 'ipv4');
  for (const [net, prefix] of v6) list.addSubnet(net, prefix, 'ipv6');
  return list;
}
const kinds: readonly (readonly [Reach, BlockList])[] = [
  ['loopback', blocks([['127.0.0.0', 8]], [['::1', 128]])],
  [
    'special',
    blocks(
      [
        ['0.0.0.0', 8],
        ['169.254.0.0', 16],
        ['192.0.0.0', 24],
        ['192.0.2.0', 24],
        ['198.51.100.0', 24],
        ['203.0.113.0', 24],
        ['224.0.0.0', 3],
      ],
      [
        ['::', 128],
        ['fe80::', 10],
        ['fec0::', 10],
        ['ff00::', 8],
        ['2001:db8::', 32],
      ],
    ),
  ],
  [
    'private',
    blocks(
      [
        ['10.0.0.0', 8],
        ['100.64.0.0', 10],
        ['172.16.0.0', 12],
        ['192.168.0.0', 16],
        ['198.18.0.0', 15],
      ],
      [['fc00::', 7]],
    ),
  ],
];

/** Where a written-out address leads. One of IPv6 that stands for one of IPv4 counts as that. */
export function reachOf(address: string): Reach {
  const plain = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const v4 = isIPv4(plain) ? plain : embedded(plain);
  if (v4 === undefined && isIP(plain) !== 6) return 'special';
  return kinds.find(([, list]) => (v4 === undefined ? list.check(plain, 'ipv6') : list.check(v4, 'ipv4')))?.[0] ?? 'public';
}

/** The IPv4 address within `::ffff:a.b.c.d`, `::a.b.c.d`, NAT64 and 6to4, which all lead there. */
function embedded(address: string): string | undefined {
  if (!URL.canParse(`https://[${address}]/`)) return undefined;
  const [head = '', tail] = new URL(`https://[${address}]/`).hostname.slice(1, -1).split('::');
  const words = (text: string | undefined): number[] => (text ? text.split(':').map((word) => Number.parseInt(word, 16)) : []);
  const [left, right] = [words(head), words(tail)];
  const all = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right];
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = all;
  const v4 = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');
  if (a === 0x2002) return v4(b, c);
  if (a === 0x64 && b === 0xff9b) return v4(g, h);
  const isLow = a === 0 && b === 0 && c === 0 && d === 0 && ((e === 0 && (f === 0 || f === 0xffff)) || (e === 0xffff && f === 0));
  return isLow && !(f === 0 && e === 0 && g === 0 && h <= 1) ? v4(g, h) : undefined;
}

/** Where a host leads that needs no look-up; undefined for a name. */
export function reachOfHost(hostname: string): Reach | undefined {
  if (isLoopback(hostname)) return 'loopback';
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? undefined : reachOf(hostname);
}

/** Whether a sign-in to a server that is at `server` may lead there: outwards always, inwards only where the server itself is (S43). */
export const mayReach = (target: Reach, server: Reach): boolean =>
  target === 'public' || target === server || (server === 'loopback' && target === 'private');

/**
 * An address that came from elsewhere, before anything uses it (S39): https, or plain http within this computer for a server that is there;
 * nothing that a parser would mend. Throws `SignInError`, which names the field.
 */
export function checkAddress(field: string, text: unknown, server: Reach): URL {
  const bad = (why: string): SignInError => new SignInError('bad-address', `${field}: ${why}`);
  if (typeof text !== 'string' || text.length > 2048) throw bad('it is no address');
  if (/[\p{Cc}\p{Cf}\s\\]/u.test(text) || !/^https?:\/\/[^/?#@]/i.test(text) || !URL.canParse(text)) throw bad('only https:// is taken');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') throw bad('it holds a name or password');
  const reach = reachOfHost(url.hostname);
  if (url.protocol === 'http:' && !(reach === 'loopback' && server === 'loopback')) throw bad('only https:// is taken');
  if (reach !== undefined && !mayReach(reach, server)) throw new SignInError('private-address', field);
  return url;
}
