import type { ResourceView } from '#shared/resources/resources.ts';
import { useLocale, useT } from '../i18n.ts';
import { formatDate } from '../ui/dates.ts';
import { formatBytes } from '../ui/format.ts';

/** What is known of a resource in a line: its size and kind, and the server's own hints on it. */
export function ResourceFacts({ resource, bytes }: { readonly resource: ResourceView | undefined; readonly bytes: number | undefined }) {
  const t = useT();
  const locale = useLocale();
  const { audience, priority, lastModified } = resource?.hints ?? {};
  const facts: readonly (readonly [string, string])[] = [
    ...(bytes === undefined ? [] : [[t('resources.size'), formatBytes(bytes)] as const]),
    ...(resource?.mimeType ? [[t('resources.type'), resource.mimeType] as const] : []),
    ...(lastModified === undefined ? [] : [[t('resources.lastModified'), formatDate(locale, Date.parse(lastModified), 'minute')] as const]),
    ...(audience === undefined
      ? []
      : [[t('resources.audience'), audience.map((who) => t(`resources.audience.${who}`)).join(' · ')] as const]),
    ...(priority === undefined ? [] : [[t('resources.priority'), t('resources.priority.of', { value: priority })] as const]),
  ];
  if (facts.length === 0) return null;
  return (
    <dl className="preview-facts" title={resource?.hints ? t('resources.hints') : undefined}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
