/**
 * Puts a text on the clipboard; false when the system would not take it. It must run within a click.
 * The older command needs no permission, and the pages are granted none.
 */
export function copyText(text: string): boolean {
  const onCopy = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', onCopy, { once: true });
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', onCopy);
  return isCopied;
}
