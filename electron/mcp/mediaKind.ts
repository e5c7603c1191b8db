const starts = (bytes: Uint8Array, text: string, at = 0): boolean =>
  bytes.length >= at + text.length && [...text].every((character, i) => bytes[at + i] === character.charCodeAt(0));

/**
 * The picture or sound that the first bytes say it is, whatever the server calls it; undefined for everything else, so that no document,
 * script or archive is ever handed to something that would open it (S32).
 */
export function mediaTypeOf(bytes: Uint8Array): string | undefined {
  if (starts(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (starts(bytes, '\xff\xd8\xff')) return 'image/jpeg';
  if (starts(bytes, 'GIF87a') || starts(bytes, 'GIF89a')) return 'image/gif';
  if (starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8)) return 'image/webp';
  if (starts(bytes, 'RIFF') && starts(bytes, 'WAVE', 8)) return 'audio/wav';
  if (starts(bytes, 'ID3')) return 'audio/mpeg';
  if (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xf6) === 0xf2) return 'audio/mpeg';
  if (starts(bytes, 'OggS')) return 'audio/ogg';
  if (starts(bytes, 'fLaC')) return 'audio/flac';
  return undefined;
}

/** The bytes as text when they are well-formed UTF-8 without the characters that only binary data has. */
export function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what tells data from text.
    return /[\u0001-\u0008\u000e-\u001a\u001c-\u001f]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
