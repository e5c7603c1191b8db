/** Whether a host name, as `URL.hostname` gives it, is this very computer. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
/** Whether an origin is that of a program on this computer; what cannot be read is not. */
export const isOnThisComputer = (origin: string): boolean => URL.canParse(origin) && isLoopback(new URL(origin).hostname);
