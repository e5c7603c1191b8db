import { defaultSettings, Settings, type SettingsChange } from '#shared/settings/settings.ts';
import type { SettingTable } from '../storage/smallTables.ts';

/** The person's settings: one row. A row that no longer reads gives the defaults. */
export class SettingsStore {
  readonly #table: SettingTable;
  readonly #listeners = new Set<(settings: Settings) => void>();
  #current: Settings;
  constructor(table: SettingTable) {
    this.#table = table;
    const read = Settings.safeParse({ ...defaultSettings, ...(table.get('settings') as object | undefined) });
    this.#current = read.success ? read.data : defaultSettings;
  }
  get current(): Settings {
    return this.#current;
  }
  /** On disk when it returns; throws when the disk refuses, and then nothing has changed. */
  change(change: SettingsChange): void {
    const settings = Settings.parse({ ...this.#current, ...change });
    this.#table.set('settings', settings);
    this.#current = settings;
    for (const listener of this.#listeners) listener(settings);
  }
  /** Tells the settings now and after every change. */
  follow(listener: (settings: Settings) => void): void {
    this.#listeners.add(listener);
    listener(this.#current);
  }
}
