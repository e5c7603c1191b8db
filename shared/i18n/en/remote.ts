import type { RemoteProblemCode } from '../../servers/remoteProblems.ts';

const problems: Readonly<Record<`server.problem.${RemoteProblemCode}`, string>> = {
  'server.problem.secret-missing':
    'The entry refers to a secret that is not kept here, so nothing was started or sent. Set it and start again.',
  'server.problem.bad-address':
    'The address cannot be used, so nothing was sent. It must begin with https:// or http:// and hold no password.',
  'server.problem.needs-sign-in': 'The server wants you to sign in. Nothing works on it before that.',
  'server.problem.header-refused':
    'The server refused the Authorization header of the entry. Check its value; Steward does not try another way in.',
  'server.problem.http-forbidden': 'The server does not let you in.',
  'server.problem.http-not-found': 'There is no MCP server at this address. Check its path; many end in /mcp or /sse.',
  'server.problem.http-refused': 'The server refused the connection.',
  'server.problem.http-busy': 'The server asks to be left alone for a while. Steward tries again then.',
  'server.problem.http-unavailable': 'The server is broken or overloaded right now. Steward tries again.',
  'server.problem.http-web-page':
    'A web page came in place of an answer. The address is wrong, or the network wants you to sign in to it with a browser first.',
  'server.problem.http-redirect':
    'The server points to another address, which was not followed: nothing was sent there. If it is the right one, put it into the entry.',
  'server.problem.session-lost': 'The server has forgotten this session, which happens when it restarts. Steward begins a new one.',
  'server.problem.net-unknown-host': 'No server of this name was found. Check the address or the network; Steward tries again.',
  'server.problem.net-refused': 'Nothing listens at this address. Steward tries again.',
  'server.problem.net-cut': 'The connection was cut. Steward connects again.',
  'server.problem.net-secure':
    'No secure connection could be made: the certificate is unknown, has expired, or is for another name. Nothing was sent.',
  'server.problem.net-proxy': 'The proxy could not be reached or refused the way. See Network in Settings; Steward tries again.',
  'server.problem.net-timeout': 'The server did not answer in time. Steward tries again.',
  'server.problem.net-unreachable': 'The network does not reach this server now. Steward tries again.',
  'server.problem.too-much': 'The server sent more than 64 MB within a minute and was cut off. Steward tries again.',
};
const review = {
  'decision.review.remote.before': 'Connect to the server ',
  'decision.review.remote.changed': '? Its address or headers are not those you trusted before.',
  'decision.review.remote.what':
    'It runs elsewhere. What its tools are given goes there. Nothing has been sent yet. Trust only whom you know.',
  'decision.launch.host': 'Goes to',
  'decision.launch.secretNamed': 'secret {name}',
} as const;
const network = {
  'settings.network': 'Network',
  'settings.network.what': 'For servers and models that run elsewhere. A change holds from the next request on.',
  'settings.proxy': 'Proxy',
  'settings.proxy.system': 'As the system says',
  'settings.proxy.none': 'None',
  'settings.proxy.manual': 'This one',
  'settings.proxyUrl': 'Address of the proxy',
  'settings.proxyUrl.hint': 'For example http://proxy.example:3128. Addresses of this computer are always reached directly.',
  'settings.proxyUrl.bad': 'An address such as http://proxy.example:3128, without a password.',
  'settings.extraCa': 'File of a further certificate authority',
  'settings.extraCa.hint': 'PEM, full path. Trusted besides those of the system, for servers and models only. Leave it empty for none.',
  'settings.extraCa.bad': 'A full path is needed.',
} as const;

/** Servers elsewhere: what can go wrong on the way, their review, and the network settings. */
export const remote = { ...problems, ...review, ...network } as const;
