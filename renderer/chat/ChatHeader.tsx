import { ChevronDown, Plus, PanelLeft } from 'lucide-react';
import type { ModelView } from '#shared/models/models.ts';
import { type Translate, useT } from '../i18n.ts';
import { useAct, usePage, usePageParts, useTopics } from '../ipc/hooks.ts';
import { IconButton } from '../ui/Button.tsx';
import { Menu } from '../ui/Menu.tsx';
import { openChat } from './send.ts';
import './ChatHeader.css';

/** The open chat's title and the model that answers in it. */
export function ChatHeader({ conversationId, isNarrow }: { readonly conversationId: string | null; readonly isNarrow: boolean }) {
  const t = useT();
  const parts = usePageParts();
  const listOpen = usePage((s) => s.listOpen);
  const title = useTopics((s) => s.chats.find((chat) => chat.id === conversationId)?.title);
  return (
    <header className="chat-header">
      {isNarrow ? (
        <>
          <IconButton label={t(listOpen ? 'chat.hideList' : 'chat.showList')} aria-expanded={listOpen} onClick={() => parts.page.setState({ listOpen: !listOpen })}>
            <PanelLeft size={18} />
          </IconButton>
          {listOpen ? null : (
            <IconButton label={t('chat.new')} onClick={() => openChat(parts, null)}>
              <Plus size={18} />
            </IconButton>
          )}
        </>
      ) : null}
      <h1 title={title}>{title || t('chat.untitled')}</h1>
      <ModelChoice />
    </header>
  );
}

/** Where a model's text goes, in a few words. */
function whereTo(t: Translate, model: ModelView): string {
  if (!model.sendsOut) return t('chat.model.builtIn');
  return t('chat.model.goesTo', { origin: model.origin ?? '' });
}

function ModelChoice() {
  const t = useT();
  const act = useAct();
  const { models, selected } = useTopics((s) => s.models);
  const current = models.find((model) => model.id === selected);
  return (
    <Menu
      label={t('chat.model', { name: current?.name ?? t('chat.model.none') })}
      buttonLook="model-button"
      align="end"
      button={
        <>
          <span className="model-name">{current?.name ?? t('chat.model.none')}</span>
          {current ? <span className="model-where">{current.sendsOut ? hostOf(current.origin) : t('chat.model.builtInShort')}</span> : null}
          <ChevronDown size={14} aria-hidden="true" />
        </>
      }
      items={models.map((model) => ({ id: model.id, label: model.name, note: whereTo(t, model), isChosen: model.id === selected }))}
      onPick={(model) => act('settings.change', { change: { model } })}
    />
  );
}

const hostOf = (origin: string | undefined): string => (origin && URL.canParse(origin) ? new URL(origin).host : (origin ?? ''));
