import { useEffect } from 'react';
import { Notices } from './app/Notices.tsx';
import { Rail } from './app/Rail.tsx';
import { ShortcutSheet } from './app/ShortcutSheet.tsx';
import { ToastView } from './app/ToastView.tsx';
import { WaitingLine } from './app/WaitingLine.tsx';
import { openChat } from './chat/chatDeeds.ts';
import { sendMessage } from './chat/send.ts';
import { useT } from './i18n.ts';
import { usePage, usePageParts } from './ipc/hooks.ts';
import { useCommands } from './commands/useCommands.ts';
import { ScreenView } from './ScreenView.tsx';
import { Tour } from './tour/Tour.tsx';
import './App.css';

/** The frame of the chat page: navigation, notices, one screen, and what waits for a decision. */
export function App() {
  const screen = usePage((s) => s.screen);
  useCommands();
  useEffect(() => {
    // Parsed while the person reads the screen, so that the first answer does not wait for it.
    const idle = requestIdleCallback(() => void import('./ui/MarkdownBlock.tsx'));
    return () => cancelIdleCallback(idle);
  }, []);
  return (
    <div className="app">
      <Rail />
      <div className="app-main">
        <Notices />
        <ScreenView screen={screen} />
        <WaitingLine />
      </div>
      <ToastView />
      <TourHere />
      <ShortcutSheet />
    </div>
  );
}

function TourHere() {
  const t = useT();
  const parts = usePageParts();
  const onAsk = (): void => {
    openChat(parts, null);
    void sendMessage(parts, t('chat.try.weather'));
  };
  return <Tour onAsk={onAsk} />;
}
