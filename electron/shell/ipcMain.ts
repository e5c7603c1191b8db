import { ipcMain, type IpcMainEvent, type IpcMainInvokeEvent, type WebContents } from 'electron';
import type { Audience } from '#shared/ipc/define.ts';
import type { Reply } from '#shared/ipc/failure.ts';
import type { Frame } from '#shared/ipc/wire.ts';
import type { Route } from '../ipc/router.ts';
import { pageUrl } from './appFiles.ts';

export interface IpcParts {
  /** Which page a sender is; undefined for anything that is not one of ours. */
  readonly pageOf: (contents: WebContents) => Audience | undefined;
  /** The routes once the host is there; what comes before waits. */
  readonly routes: Promise<Readonly<Record<Audience, Route>>>;
  /** Told the paths of what a person dropped on the chat page. */
  readonly onDrop: (paths: unknown) => void;
  /** Told by which directive the policy kept a page from something. */
  readonly onBlocked: (directive: string) => void;
}

/** Refusals that are logged; a page can send as many as it likes. */
const mostTold = 20;

/** Resolves when the page has drawn its first frame. */
export const shown = (contents: WebContents): Promise<void> =>
  new Promise((resolve) => {
    contents.ipc.once('shown', () => resolve());
  });

/** The only place that listens to pages. A message counts only from the main frame of one of our two pages at its own address. */
export function bindIpc({ pageOf, routes, onDrop, onBlocked }: IpcParts): void {
  let strangers = 0;
  const senderPage = (event: IpcMainEvent | IpcMainInvokeEvent): Audience | undefined => {
    const page = pageOf(event.sender);
    const frame = event.senderFrame;
    if (page && frame && frame.parent === null && frame.url === pageUrl(page)) return page;
    strangers += 1;
    if (strangers <= mostTold)
      console.warn('[ipc] refused a message of', frame === null ? 'a frame that is gone' : frame.url.slice(0, 200));
    return undefined;
  };
  ipcMain.handle('request', async (event, name: unknown, input: unknown): Promise<Reply<unknown>> => {
    const page = senderPage(event);
    if (!page) return { ok: false, failure: { code: 'untrusted-sender', detail: '' } };
    return (await routes)[page].request(name, input);
  });

  ipcMain.on('dropped', (event, paths: unknown) => {
    if (senderPage(event) === 'chat') onDrop(paths);
  });
  ipcMain.on('blocked', (event, directive: unknown) => {
    if (senderPage(event) && typeof directive === 'string') onBlocked(directive.slice(0, 40));
  });

  const watches = new Map<WebContents, Map<number, () => void>>();
  const ended = new WeakSet<object>();
  const endAll = (contents: WebContents): void => {
    for (const end of watches.get(contents)?.values() ?? []) end();
    watches.delete(contents);
  };
  const watchesOf = (contents: WebContents): Map<number, () => void> => {
    const known = watches.get(contents);
    if (known) return known;
    const fresh = new Map<number, () => void>();
    watches.set(contents, fresh);
    if (!ended.has(contents)) {
      ended.add(contents);
      // A page that loads anew starts its watches anew; what the old one watched must not pile up.
      contents.on('did-start-navigation', (details) => {
        if (details.isMainFrame && !details.isSameDocument) endAll(contents);
      });
      contents.on('render-process-gone', () => endAll(contents));
      contents.once('destroyed', () => watches.delete(contents));
    }
    return fresh;
  };
  ipcMain.on('watch', (event, id: unknown, name: unknown, key: unknown) => {
    const page = senderPage(event);
    if (!page || typeof id !== 'number' || watches.get(event.sender)?.has(id)) return;
    const contents = event.sender;
    const mine = watchesOf(contents);
    let open = true;
    mine.set(id, () => {
      open = false;
    });
    void routes.then((table) => {
      if (!open || watches.get(contents) !== mine) return;
      const tell = (frame: Frame): void => {
        if (!contents.isDestroyed()) contents.send('frame', id, frame);
      };
      const end = table[page].watch(name, key, tell);
      if (end) mine.set(id, end);
      else mine.delete(id);
    });
  });
  ipcMain.on('unwatch', (event, id: unknown) => {
    if (!senderPage(event) || typeof id !== 'number') return;
    const mine = watches.get(event.sender);
    mine?.get(id)?.();
    mine?.delete(id);
  });
}
