import { ipcRenderer } from 'electron';
import { exposeBridge } from './bridge.ts';
import { tellDrops } from './dropPreload.ts';

exposeBridge();
tellDrops();
// Main loads the heavy half of the app only after the first frame is on screen.
window.addEventListener('load', () => requestAnimationFrame(() => requestAnimationFrame(() => ipcRenderer.send('shown'))), { once: true });
