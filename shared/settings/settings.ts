import * as z from 'zod';

/** What the person has chosen. Every member has a default, so an older record still reads. */
export const Settings = z.object({
  language: z.enum(['system', 'en', 'zh']).default('system'),
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** Rounds of one turn before the person is asked to go on. */
  maxRounds: z.number().int().min(1).max(500).default(25),
  /** Calls of one tool per minute; more are not sent. */
  callsPerMinute: z.number().int().min(1).max(10_000).default(60),
  /** Seconds before a call is given up. */
  callTimeoutSeconds: z.number().int().min(1).max(86_400).default(300),
  /** The chosen model as `provider/model`; null takes the first that is there. */
  model: z.string().nullable().default(null),
});
export type Settings = z.infer<typeof Settings>;
export const defaultSettings: Settings = Settings.parse({});

export const SettingsEvent = z.object({ type: z.literal('settings.changed'), settings: Settings });
export type SettingsEvent = z.infer<typeof SettingsEvent>;
export const reduceSettings = (_state: Settings, event: SettingsEvent): Settings => event.settings;
