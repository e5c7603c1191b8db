import type { App } from './window.ts';

/** A line of the native menu, as it stands there. */
export interface MenuLine {
  readonly id: string;
  readonly label: string;
  readonly keys: string;
  readonly items: readonly MenuLine[];
}
/** The native menu as it is now. */
export const menuOf = ({ electron }: App): Promise<readonly MenuLine[]> =>
  electron.evaluate(({ Menu }) => {
    const read = (menu: Electron.Menu | null | undefined): MenuLine[] =>
      (menu?.items ?? [])
        .filter((item) => item.type !== 'separator' && item.visible)
        .map((item) => ({ id: item.id, label: item.label, keys: String(item.accelerator ?? ''), items: read(item.submenu) }));
    return read(Menu.getApplicationMenu());
  });
/** Every label of a menu, those of its submenus too. */
export const labels = (menu: readonly MenuLine[]): string[] => menu.flatMap(({ label, items }) => [label, ...labels(items)]);
/** Clicks the command of this id in the native menu. */
export const clickMenu = ({ electron }: App, id: string): Promise<void> =>
  electron.evaluate(({ Menu }, wanted) => {
    const item = Menu.getApplicationMenu()?.getMenuItemById(wanted);
    if (!item) throw new Error(`no item ${wanted}`);
    item.click();
  }, id);
/** Notes what would be shown by the system, which has no place for it here, and says that the window is in the background. */
export const watchNotifications = ({ electron }: App): Promise<void> =>
  electron.evaluate(({ Notification, BaseWindow }) => {
    const told: Electron.Notification[] = [];
    Object.assign(globalThis, { told });
    Notification.isSupported = () => true;
    Notification.prototype.show = function (this: Electron.Notification) {
      told.push(this);
    };
    BaseWindow.prototype.isFocused = () => false;
  });
/** What has been told since, in order. */
export const notified = ({ electron }: App): Promise<readonly { readonly title: string; readonly body: string }[]> =>
  electron.evaluate(() => (globalThis as unknown as { told: Electron.Notification[] }).told.map(({ title, body }) => ({ title, body })));

/** Notes the menu of the tray each time it is made; `trayMenu` reads the latest. */
export const watchTray = ({ electron }: App): Promise<void> =>
  electron.evaluate(({ Tray }) => {
    const set = Tray.prototype.setContextMenu;
    Tray.prototype.setContextMenu = function (this: Electron.Tray, menu) {
      Object.assign(globalThis, { trayLabels: (menu?.items ?? []).map(({ label }) => label).filter(Boolean) });
      set.call(this, menu);
    };
  });
/** The labels of the tray's menu. */
export const trayMenu = ({ electron }: App): Promise<readonly string[]> =>
  electron.evaluate(() => (globalThis as unknown as { trayLabels?: string[] }).trayLabels ?? []);
