import { app, type Session, type WebContents } from 'electron';
import { isOurPage } from './appFiles.ts';

/** Must run before `ready`. What no page and no session of this app may do, whoever made it (security.md section 3, items 5 and 11 to 14). */
export function guardEverything(): void {
  app.on('web-contents-created', (_event, contents) => guardContents(contents));
  app.on('session-created', guardSession);
}

function guardContents(contents: WebContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  contents.on('will-attach-webview', (event) => event.preventDefault());
  const stay = (event: { preventDefault(): void; readonly url: string }): void => {
    if (!isOurPage(event.url)) event.preventDefault();
  };
  contents.on('will-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-frame-navigate', (event) => {
    if (event.isMainFrame || !/^(?:app|about):/.test(event.url)) stay(event);
  });
}

/** No permission, no device, no screen, no download, no dictionary from elsewhere. Devices have no listener, so Chromium offers none. */
function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}));
  session.setSpellCheckerEnabled(false);
  session.on('will-download', (event) => event.preventDefault());
}

/** A way that leads nowhere: no program may listen there. Addresses of this computer take it too. */
const nowhere = { mode: 'fixed_servers', proxyRules: 'http://127.0.0.1:1', proxyBypassRules: '<-loopback>' } as const;

/**
 * Nothing in a page has a reason to reach out: the wall behind the policy. `onBlocked` is told of each request that ran into it.
 * Peer connections make no request and know no policy, but they keep to the proxy. Rejects when that can't be set: no foreign text may reach a page then.
 */
export async function wallIn(session: Session, onBlocked: (url: string) => void): Promise<void> {
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    const cancel = !/^(?:app|devtools|blob):/.test(url);
    if (cancel) onBlocked(url);
    answer({ cancel });
  });
  await session.setProxy(nowhere);
}
