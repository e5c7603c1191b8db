/** What can go wrong on the way to a server elsewhere, and with the secrets that an entry refers to. */
export const remoteProblemCodes = [
  'secret-missing',
  'bad-address',
  'needs-sign-in',
  'header-refused',
  'http-forbidden',
  'http-not-found',
  'http-refused',
  'http-busy',
  'http-unavailable',
  'http-web-page',
  'http-redirect',
  'session-lost',
  'net-unknown-host',
  'net-refused',
  'net-cut',
  'net-secure',
  'net-proxy',
  'net-timeout',
  'net-unreachable',
  'too-much',
] as const;
export type RemoteProblemCode = (typeof remoteProblemCodes)[number];
