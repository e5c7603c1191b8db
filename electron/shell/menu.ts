import { Menu } from 'electron';
import { menuTemplate, type MenuParts } from './menuTemplate.ts';

/** Sets the native menu; its accelerators work wherever the keyboard is. */
export function setMenu(parts: MenuParts): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(parts)));
}
