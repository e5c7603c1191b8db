import { Menu } from 'electron';
import { translate, type Locale } from '#shared/i18n/translate.ts';

/** The native menu; its accelerators work wherever the keyboard is. */
export function setMenu(locale: Locale, actions: { readonly visitDecisions: () => void }): void {
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      { label: translate(locale, 'menu.app'), submenu: [{ role: 'quit', label: translate(locale, 'menu.quit') }] },
      {
        label: translate(locale, 'menu.edit'),
        submenu: [
          { role: 'undo' },
          { role: 'redo' },
          { type: 'separator' },
          { role: 'cut' },
          { role: 'copy' },
          { role: 'paste' },
          { role: 'selectAll' },
        ],
      },
      {
        label: translate(locale, 'menu.view'),
        submenu: [
          { label: translate(locale, 'menu.decisions'), accelerator: 'F8', click: actions.visitDecisions },
          { type: 'separator' },
          { role: 'resetZoom' },
          { role: 'zoomIn' },
          { role: 'zoomOut' },
          { role: 'togglefullscreen' },
        ],
      },
    ]),
  );
}
