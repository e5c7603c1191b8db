import { defaultSettings, Settings, type SettingsChange } from '#shared/settings/settings.ts';
import type { TopicHub } from '../ipc/topicHub.ts';
import type { SettingTable } from '../storage/smallTables.ts';

/** The person's settings: one row, a topic for the pages. A row that no longer reads gives the defaults. */
export class SettingsStore {
  readonly #table: SettingTable;
  readonly #hub: TopicHub;
  readonly #listeners = new Set<(settings: Settings) => void>();
  constructor(table: SettingTable, hub: TopicHub) {
    this.#table = table;
    this.#hub = hub;
    const read = Settings.safeParse({ ...defaultSettings, ...(table.get('settings') as object | undefined) });
    hub.publish('settings', {}, { type: 'settings.changed', settings: read.success ? read.data : defaultSettings });
  }
  get current(): Settings {
    return this.#hub.state('settings', {});
  }
  change(change: SettingsChange): void {
    const settings = Settings.parse({ ...this.current, ...change });
    this.#table.set('settings', settings);
    this.#hub.publish('settings', {}, { type: 'settings.changed', settings });
    for (const listener of this.#listeners) listener(settings);
  }
  onChange(listener: (settings: Settings) => void): void {
    this.#listeners.add(listener);
  }
}
