import { ChevronDown, GitBranch, MoreHorizontal, PanelLeft, PanelRight, Plus } from 'lucide-react';
import { useT } from '../i18n.ts';
import { useAct, usePage, usePageParts, useTopics } from '../ipc/hooks.ts';
import { IconButton } from '../ui/Button.tsx';
import { Menu } from '../ui/Menu.tsx';
import { ChatTitle } from './ChatTitle.tsx';
import { chatMenu, openChat, pickFromChatMenu, renameChat } from './chatDeeds.ts';
import { groupOf, modelName, whereToInShort } from './modelWords.ts';
import './ChatHeader.css';

/** The open chat's title, what can be done with it, and the model that answers in it. */
export function ChatHeader({ conversationId, isNarrow }: { readonly conversationId: string | null; readonly isNarrow: boolean }) {
  const t = useT();
  const parts = usePageParts();
  const chat = useTopics((s) => s.chats.find((c) => c.id === conversationId));
  const isRenaming = usePage((s) => s.renaming !== null && s.renaming === conversationId);
  return (
    <header className="chat-header">
      {isNarrow ? <ListButtons /> : null}
      {chat && isRenaming ? (
        <ChatTitle chat={chat} />
      ) : (
        <h1 title={chat?.title} onDoubleClick={() => chat && renameChat(parts, chat.id)}>
          {conversationId === null ? t('chat.new') : chat?.title || t('chat.untitled')}
        </h1>
      )}
      {chat?.branchedFrom === undefined ? null : <Origin from={chat.branchedFrom} />}
      <ModelChoice />
      <ContextButton />
      {chat ? (
        <Menu
          label={t('chat.more')}
          buttonLook="icon-button quiet"
          button={<MoreHorizontal size={18} />}
          items={chatMenu(t, chat)}
          onPick={(id) => pickFromChatMenu(parts, chat, id)}
        />
      ) : null}
    </header>
  );
}

/** The chat that this one branched off, and the way there. */
function Origin({ from }: { readonly from: string }) {
  const t = useT();
  const parts = usePageParts();
  const origin = useTopics((s) => s.chats.find((c) => c.id === from));
  return origin ? (
    <button type="button" className="chat-origin" title={t('branch.from', { title: origin.title })} onClick={() => openChat(parts, from)}>
      <GitBranch size={14} aria-hidden="true" />
      <span>{t('branch.from', { title: origin.title })}</span>
    </button>
  ) : (
    <p className="chat-origin">
      <GitBranch size={14} aria-hidden="true" />
      <span>{t('branch.fromGone')}</span>
    </p>
  );
}

/** Shows and hides what the model will get. */
function ContextButton() {
  const t = useT();
  const { page } = usePageParts();
  const isOpen = usePage((s) => s.panel === 'context');
  return (
    <IconButton
      label={t(isOpen ? 'context.hide' : 'context.show')}
      aria-expanded={isOpen}
      onClick={() => page.setState({ panel: isOpen ? null : 'context' })}
    >
      <PanelRight size={18} />
    </IconButton>
  );
}

/** In a narrow window the list is behind a button, and so is its button for a new chat. */
function ListButtons() {
  const t = useT();
  const parts = usePageParts();
  const listOpen = usePage((s) => s.listOpen);
  return (
    <>
      <IconButton
        label={t(listOpen ? 'chat.hideList' : 'chat.showList')}
        aria-expanded={listOpen}
        onClick={() => parts.page.setState({ listOpen: !listOpen })}
      >
        <PanelLeft size={18} />
      </IconButton>
      {listOpen ? null : (
        <IconButton label={t('chat.new')} onClick={() => openChat(parts, null)}>
          <Plus size={18} />
        </IconButton>
      )}
    </>
  );
}

/** What leads to the settings instead of choosing a model. */
const manage = '';

function ModelChoice() {
  const t = useT();
  const act = useAct();
  const { page } = usePageParts();
  const { models, selected } = useTopics((s) => s.models);
  const current = models.find((model) => model.id === selected);
  const choices = models.map((model) => ({
    id: model.id,
    label: modelName(t, model),
    group: groupOf(t, model),
    isChosen: model.id === selected,
  }));
  return (
    <Menu
      label={t('chat.model')}
      isNamedByContent
      buttonLook="model-button"
      button={
        <>
          <span className="sr-only">{t('chat.model')}</span>
          <span className="model-name">
            {current ? modelName(t, current) : selected.slice(selected.indexOf('/') + 1) || t('chat.model.none')}
          </span>
          <span className="model-where">{current ? whereToInShort(t, current) : selected ? t('models.menu.notRunning') : ''}</span>
          <ChevronDown size={14} aria-hidden="true" />
        </>
      }
      items={[...choices, { id: manage, label: t('models.menu.manage') }]}
      onPick={(model) => (model === manage ? page.setState({ screen: 'settings' }) : act('settings.change', { change: { model } }))}
    />
  );
}
