const secretWords =
  /authorization|passw(or)?d|passphrase|secret|token|api[-_ ]?key|access[-_ ]?key|private[-_ ]?key|credential|cookie|session[-_ ]?id|client[-_ ]?assertion|(^|[-_])(pwd|pat|auth|jwt|bearer|signature|sig)($|[-_])/i;
/** Names that hold a place in a list or a stream, not a secret. */
const harmless = /^(progress|(next)?page|continuation|sync|max|input|output|total)tokens?$|^(next)?cursor$/i;

/** Whether a member, header or variable of this name usually holds a secret. */
export function isSecretName(name: string): boolean {
  const plain = name.replaceAll(/[-_ ]/g, '');
  return !harmless.test(plain) && secretWords.test(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2'));
}
