import { ipcRenderer, webUtils } from 'electron';

/** Tells main which files a person has dropped on the page, before the page hears of it. A drop that a script made up tells nothing. */
export function tellDrops(): void {
  window.addEventListener(
    'drop',
    (event) => {
      if (!event.isTrusted) return;
      const paths = [...(event.dataTransfer?.files ?? [])].map((file) => webUtils.getPathForFile(file));
      ipcRenderer.send('dropped', paths);
    },
    true,
  );
}
