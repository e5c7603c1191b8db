import { contextBridge, ipcRenderer } from 'electron';
import type { Bridge, Frame } from '#shared/ipc/wire.ts';

/** Gives the page its two functions. Which names they may carry is decided in main, by the page that sends. */
export function exposeBridge(): void {
  const receivers = new Map<number, (frame: Frame) => void>();
  let last = 0;
  ipcRenderer.on('frame', (_event, id: number, frame: Frame) => receivers.get(id)?.(frame));
  const bridge: Bridge = {
    request: (name, input) => ipcRenderer.invoke('request', name, input),
    watch: (name, key, receive) => {
      const id = ++last;
      receivers.set(id, receive);
      ipcRenderer.send('watch', id, name, key);
      return () => {
        receivers.delete(id);
        ipcRenderer.send('unwatch', id);
      };
    },
  };
  // Counted by main and shown to the person; the text that tried it learns nothing.
  document.addEventListener('securitypolicyviolation', (event) => ipcRenderer.send('blocked', event.effectiveDirective));
  contextBridge.exposeInMainWorld('bridge', bridge);
}
