import { dialog, type BaseWindow } from 'electron';

/** Asks for one file in the system's own dialog; undefined when none was picked. */
export async function pickFile(window: BaseWindow): Promise<string | undefined> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, { properties: ['openFile'] });
  return canceled ? undefined : filePaths[0];
}

/** The same for a folder. */
export async function pickFolder(window: BaseWindow): Promise<string | undefined> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, { properties: ['openDirectory'] });
  return canceled ? undefined : filePaths[0];
}
