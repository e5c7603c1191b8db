import type { Icon } from '#shared/servers/icon.ts';
import type { Fetch } from '../net/cappedFetch.ts';
import { pictureOf } from './pictureType.ts';

const maxBytes = 256 * 1024;
const maxPixels = 512;
/** Of those that a server names for one thing, no more are tried. */
const maxTried = 4;
/** What is kept of one server, pictures and failures alike. */
const maxKept = 200;
const waitMs = 10_000;

export interface IconsParts {
  /** The address of a server elsewhere; absent for one on this computer, whose icons can only be `data:`. */
  readonly url: string | undefined;
  readonly fetch: Fetch;
}

/**
 * The icons that one server names, fetched by main (S4): `data:`, or https of the server's own origin, without credentials and without
 * following anything; at most 256 kB and 512 pixels; PNG, JPEG or WebP by their bytes. Whatever else it may be is no icon.
 */
export class Icons {
  readonly #parts: IconsParts;
  readonly #kept = new Map<string, Promise<Icon | undefined>>();
  constructor(parts: IconsParts) {
    this.#parts = parts;
  }

  /** The first of them that can be shown; undefined when none can. Never throws. */
  async first(sources: readonly string[]): Promise<Icon | undefined> {
    for (const src of sources.slice(0, maxTried)) {
      const icon = await this.#get(src);
      if (icon) return icon;
    }
    return undefined;
  }
  #get(src: string): Promise<Icon | undefined> {
    const known = this.#kept.get(src);
    if (known) return known;
    if (this.#kept.size >= maxKept) this.#kept.clear();
    const getting = read(src, this.#parts).catch(() => undefined); // no icon is worth a word
    this.#kept.set(src, getting);
    return getting;
  }
}

async function read(src: string, { url, fetch }: IconsParts): Promise<Icon | undefined> {
  const data = /^data:/i.test(src) ? fromData(src) : isOwn(src, url) ? await fromServer(src, fetch) : undefined;
  const picture = data && pictureOf(data);
  if (!data || !picture) return undefined;
  const fits = [picture.width, picture.height].every((pixels) => pixels >= 1 && pixels <= maxPixels);
  return fits ? { type: picture.type, data } : undefined;
}

function fromData(src: string): Uint8Array<ArrayBuffer> | undefined {
  const [, base64] = /^data:[^,]{0,200};base64,([A-Za-z0-9+/=\s]*)$/i.exec(src.slice(0, maxBytes * 2)) ?? [];
  if (base64 === undefined || src.length > maxBytes * 2) return undefined;
  const data = Uint8Array.from(Buffer.from(base64, 'base64'));
  return data.length <= maxBytes ? data : undefined;
}

function isOwn(src: string, url: string | undefined): boolean {
  if (url === undefined || !URL.canParse(url) || !URL.canParse(src)) return false;
  const [own, there] = [new URL(url), new URL(src)];
  return there.protocol === 'https:' && there.origin === own.origin && there.username === '' && there.password === '';
}

async function fromServer(src: string, fetch: Fetch): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const response = await fetch(src, {
    redirect: 'manual',
    credentials: 'omit',
    headers: { accept: 'image/png, image/jpeg, image/webp' },
    signal: AbortSignal.timeout(waitMs),
  });
  const body = response.body as unknown as AsyncIterable<Uint8Array> | null;
  if (response.status !== 200) {
    await response.body?.cancel();
    return undefined;
  }
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    size += piece.length;
    if (size > maxBytes) return undefined; // leaving the loop ends the body
    pieces.push(piece);
  }
  return Uint8Array.from(Buffer.concat(pieces));
}

/** The addresses in an `icons` member, pictures of the kinds that are shown first; whatever is malformed is left out. */
export function iconSources(icons: unknown): string[] {
  if (!Array.isArray(icons)) return [];
  const named = icons.slice(0, 20).flatMap((icon: unknown): { readonly src: string; readonly fits: boolean }[] => {
    if (typeof icon !== 'object' || icon === null) return [];
    const { src, mimeType } = icon as Readonly<Record<string, unknown>>;
    return typeof src === 'string' && src !== '' ? [{ src, fits: /^image\/(png|jpeg|webp)$/i.test(String(mimeType)) }] : [];
  });
  return [...named.filter((icon) => icon.fits), ...named.filter((icon) => !icon.fits)].map((icon) => icon.src);
}
/** The same for a definition as it was sent. */
export function iconSourcesIn(raw: string): string[] {
  return raw.includes('"icons"') ? iconSources((JSON.parse(raw) as { readonly icons?: unknown }).icons) : [];
}
