import { useT } from '../i18n.ts';
import { withCodes } from '../ui/hidden.ts';
import { MentionList } from './MentionList.tsx';
import type { MentionState } from './useMention.ts';
import type { SlashState } from './useSlash.ts';

/** The resources that an @ may mean, or the prompts that a / may. */
export function Suggestions({ mention, slash }: { readonly mention: MentionState; readonly slash: SlashState }) {
  const t = useT();
  if (slash.isOpen) {
    const { id, items, active, pick } = slash;
    return (
      <MentionList
        id={id}
        label={t('prompts.suggestions')}
        items={items.map(({ command, title, description }) => ({
          key: command,
          title: command,
          source: withCodes([title, description].filter(Boolean).join(' · ')),
        }))}
        active={active}
        onPick={(at) => items[at] && pick(items[at])}
        note={noteOf(slash, t)}
      />
    );
  }
  if (!mention.isOpen) return null;
  return (
    <MentionList
      id={mention.id}
      label={t('attach.suggestions')}
      items={mention.items.map(({ serverKey, uri, title }) => ({ key: `${serverKey} ${uri}`, title, source: `${uri} · ${serverKey}` }))}
      active={mention.active}
      onPick={(at) => mention.items[at] && mention.pick(mention.items[at])}
      note={
        mention.more > 0
          ? t('prompts.suggestions.more', { count: mention.more })
          : mention.items.length === 0
            ? t('attach.suggestions.none')
            : undefined
      }
    />
  );
}

function noteOf({ items, more, isLoading, isEmpty }: SlashState, t: ReturnType<typeof useT>): string | undefined {
  if (more > 0) return t('prompts.suggestions.more', { count: more });
  if (isLoading) return t('prompts.suggestions.loading');
  if (items.length > 0) return undefined;
  return t(isEmpty ? 'prompts.suggestions.empty' : 'prompts.suggestions.none');
}
