import type { Place } from '#shared/decision/decision.ts';
import type { ServerEntry } from '#shared/servers/config.ts';
import type { ServerView, ToolView } from '#shared/servers/status.ts';
import type { ToolDefinition } from './catalog.ts';
import type { HostClient } from './hostClient.ts';
import { iconSources } from './icons.ts';
import { describeLaunch } from './launchReview.ts';

/** Where a server runs; a bundled one has no entry. */
export const placeOf = (key: string, entry: ServerEntry | undefined): Place =>
  entry ? describeLaunch(key, entry).place : { kind: 'bundled' };

/** What a server calls itself. */
export function infoOf(client: HostClient): ServerView['serverInfo'] {
  const info = client.getServerVersion();
  if (!info) return undefined;
  const { name, version, title } = info;
  return { name, version, ...(title ? { title } : {}), ...(iconSources(info.icons).length > 0 ? { hasIcon: true } : {}) };
}

/** A tool as the person sees it. */
export function toToolView(
  { name, title, description, raw, digest }: ToolDefinition,
  now: { readonly accepted: boolean; readonly enabled: boolean; readonly unusable: string | undefined },
): ToolView {
  const { accepted, enabled, unusable } = now;
  const icon = accepted && raw.includes('"icons"') ? { hasIcon: true } : {};
  return { name, description, raw, digest, accepted, enabled, ...(title ? { title } : {}), ...(unusable ? { unusable } : {}), ...icon };
}
