import { watch, type FSWatcher } from 'node:fs';
import path from 'node:path';
import { ServerEntry } from '#shared/servers/config.ts';
import { FailureError } from '#shared/ipc/failure.ts';
import { maxConfigBytes, readTextFile, replaceTextFile, targetOf } from './configFile.ts';
import { nameProblem, readConfig, withDisabled, withEntry, withoutEntry, type Config, type ConfigProblem } from './serverEntries.ts';

export type ConfigListener = (change: Config) => void;

const byteOrderMark = '\uFEFF';
const newText = '{\n  "mcpServers": {}\n}\n';
const nothing: Config = { entries: new Map(), problems: [] };

/**
 * The list of servers in mcp.json. A file that can't be understood changes nothing: the last good entries stay, and it is never
 * written over. Own writes touch one entry and leave everything else in the file as it is.
 */
export class McpConfig {
  readonly #file: string;
  readonly #debounceMs: number;
  readonly #listeners = new Set<ConfigListener>();
  #read: Config = nothing;
  #unwatched: readonly ConfigProblem[] = [];
  /** What was last read or written, to tell news from echoes. */
  #seen = '';
  #watchers: FSWatcher[] = [];
  #timer: NodeJS.Timeout | undefined;
  #tail: Promise<unknown> = Promise.resolve();
  constructor(file: string, debounceMs = 100) {
    this.#file = file;
    this.#debounceMs = debounceMs;
  }

  /** Reads the file and watches it from then on. Where there is none there are no servers; none is made. */
  async open(): Promise<void> {
    const places = new Set([this.#file, await targetOf(this.#file)]);
    for (const place of places) this.#watch(place);
    await this.#inTurn(() => this.#load());
  }
  /** Stops watching, after what is being written. */
  async close(): Promise<void> {
    for (const watcher of this.#watchers.splice(0)) watcher.close();
    clearTimeout(this.#timer);
    await this.#tail;
  }

  entries(): Config['entries'] {
    return this.#read.entries;
  }
  problems(): readonly ConfigProblem[] {
    return [...this.#unwatched, ...this.#read.problems];
  }
  /** Tells each change, whoever made it, once. Returns how to stop. */
  onChange(listener: ConfigListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Adds or changes one entry. Throws `FailureError`: config-broken, invalid-input, not-saved. */
  async save(key: string, entry: ServerEntry): Promise<void> {
    const unfit = nameProblem(key);
    if (unfit !== undefined) throw new FailureError('invalid-input', unfit);
    const read = ServerEntry.safeParse(entry);
    if (!read.success) throw new FailureError('invalid-input', 'this is no entry for a server', { cause: read.error });
    await this.#change((text) => withEntry(text, key, entry));
  }
  /** Takes one entry out, also one that can't be used. Throws `FailureError`: config-broken, not-found, not-saved. */
  async remove(key: string): Promise<void> {
    await this.#change((text) => withoutEntry(text, key));
  }
  /** Switches one server off or on. Throws `FailureError`: config-broken, not-found, not-saved. */
  async setDisabled(key: string, disabled: boolean): Promise<void> {
    await this.#change((text) => withDisabled(text, key, disabled));
  }

  /** Reading and writing take turns. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(work);
    this.#tail = result.catch(() => undefined); // whoever asked is told; the next one still gets a turn
    return result;
  }

  #change(edit: (text: string) => string): Promise<void> {
    return this.#inTurn(async () => {
      const whole = await this.#readForChange();
      const mark = whole.startsWith(byteOrderMark) ? byteOrderMark : '';
      const before = whole.slice(mark.length);
      const after = edit(before);
      if (after === before) return;
      if (Buffer.byteLength(after) > maxConfigBytes) throw new FailureError('invalid-input', 'mcp.json would be larger than 1 MB');
      const config = readConfig(after);
      try {
        await replaceTextFile(this.#file, mark + after);
      } catch (error) {
        throw new FailureError('not-saved', `mcp.json: ${describe(error)}`, { cause: error });
      }
      this.#take(mark + after, config);
    });
  }

  async #readForChange(): Promise<string> {
    try {
      const text = (await readTextFile(this.#file)) ?? newText;
      readConfig(text.replace(byteOrderMark, ''));
      return text;
    } catch (error) {
      throw new FailureError('config-broken', describe(error), { cause: error });
    }
  }

  async #load(): Promise<void> {
    const read = await this.#look();
    this.#take(read.seen, read.config);
  }

  async #look(): Promise<{ readonly seen: string; readonly config: Config }> {
    try {
      const text = await readTextFile(this.#file);
      return { seen: text ?? '', config: text === undefined ? nothing : readConfig(text.replace(byteOrderMark, '')) };
    } catch (error) {
      const detail = describe(error);
      return { seen: `\0${detail}`, config: { entries: this.#read.entries, problems: [{ kind: 'file', detail }] } };
    }
  }

  #take(seen: string, config: Config): void {
    if (seen === this.#seen) return;
    this.#seen = seen;
    this.#read = config;
    this.#tell();
  }

  #tell(): void {
    const config = { entries: this.entries(), problems: this.problems() };
    for (const listener of this.#listeners) listener(config);
  }

  /** Watches the folder, since a file that is replaced is another file. */
  #watch(place: string): void {
    const name = path.basename(place);
    try {
      const watcher = watch(path.dirname(place), { persistent: false }, (_event, changed) => {
        if (changed === null || changed === name) this.#loadSoon();
      });
      watcher.on('error', (error) => this.#cannotWatch(error));
      this.#watchers.push(watcher);
    } catch (error) {
      this.#cannotWatch(error);
    }
  }

  #cannotWatch(error: unknown): void {
    this.#unwatched = [{ kind: 'file', detail: `changes to the file will not be noticed: ${describe(error)}` }];
    this.#tell();
  }

  #loadSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#inTurn(() => this.#load()), this.#debounceMs);
  }
}

/** A short reason. Errors of the system name the file, which is no secret; those of reading hold no content. */
const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));
