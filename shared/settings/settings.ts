import * as z from 'zod';
import { isClientMetadataUrl } from '../servers/signIn.ts';

/** Whether a text is the address of an HTTP proxy, or empty. A password has no place in settings. */
export function isProxyUrl(text: string): boolean {
  return text === '' || /^https?:\/\/(\[[0-9a-f:.]+\]|[^\s/?#@:[\]]+)(:\d{1,5})?\/?$/i.test(text);
}

const fields = {
  language: z.enum(['system', 'en', 'zh']),
  theme: z.enum(['system', 'light', 'dark']),
  /** Rounds of one turn before the person is asked to go on. */
  maxRounds: z.number().int().min(1).max(500),
  /** Calls of one tool per minute; more are not sent. */
  callsPerMinute: z.number().int().min(1).max(10_000),
  /** Seconds before a call is given up. */
  callTimeoutSeconds: z.number().int().min(1).max(86_400),
  /** Seconds between two looks at a quiet server's health; 0 for none. */
  healthCheckSeconds: z.number().int().min(0).max(3600),
  /** Each call carries a random id by which it can be found in a server's own traces (W3C trace context). */
  traceContext: z.boolean(),
  /** The chosen model as `provider/model`; null takes the first that is there. */
  model: z.string().max(300).nullable(),
  /** How servers elsewhere are reached; `proxyUrl` counts when it is `manual`. */
  proxy: z.enum(['system', 'none', 'manual']),
  proxyUrl: z.string().max(300).refine(isProxyUrl),
  /** Absolute path of a PEM file of certificate authorities trusted besides the system's; empty for none. */
  extraCaFile: z.string().max(4096),
  /** Where a document describes this host to authorization servers; empty for none. */
  clientMetadataUrl: z.string().max(2000).refine(isClientMetadataUrl),
  /** The invitation to the tour was taken or declined. */
  tourSeen: z.boolean(),
  /** Closing the window hides it; servers and questions stay. */
  closeToTray: z.boolean(),
  /** Notifications while the window is in the background. */
  notifyDecisions: z.boolean(),
  notifyFinished: z.boolean(),
};
/** What the person has chosen. */
export const Settings = z.object(fields);
export type Settings = z.infer<typeof Settings>;
/** One or more settings to change. */
export const SettingsChange = z.strictObject(fields).partial();
export type SettingsChange = z.infer<typeof SettingsChange>;
export const defaultSettings: Settings = {
  language: 'system',
  theme: 'system',
  maxRounds: 25,
  callsPerMinute: 60,
  callTimeoutSeconds: 300,
  healthCheckSeconds: 60,
  traceContext: true,
  model: null,
  proxy: 'system',
  proxyUrl: '',
  extraCaFile: '',
  clientMetadataUrl: '',
  tourSeen: false,
  closeToTray: false,
  notifyDecisions: true,
  notifyFinished: true,
};

export const SettingsEvent = z.object({ type: z.literal('settings.changed'), settings: Settings });
export type SettingsEvent = z.infer<typeof SettingsEvent>;
export const reduceSettings = (_state: Settings, event: SettingsEvent): Settings => event.settings;
