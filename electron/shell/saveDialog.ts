import { dialog, type BaseWindow } from 'electron';

/** Asks in the system's own dialog where a file shall go. The system itself asks before a file is replaced. */
export async function chooseSave(window: BaseWindow, suggestedName: string): Promise<string | undefined> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, { defaultPath: suggestedName });
  return canceled || filePath === '' ? undefined : filePath;
}
