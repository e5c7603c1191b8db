import { type ComponentType, useEffect, useState } from 'react';
import { ChatScreen } from './chat/ChatScreen.tsx';
import type { Screen } from './store.ts';

type LaterScreen = Exclude<Screen, 'chats'>;
type Loaded = Readonly<Partial<Record<LaterScreen, ComponentType>>>;

const loaders: Readonly<Record<LaterScreen, () => Promise<ComponentType>>> = {
  servers: async () => (await import('./servers/ServersScreen.tsx')).ServersScreen,
  resources: async () => (await import('./resources/ResourcesScreen.tsx')).ResourcesScreen,
  activity: async () => (await import('./activity/ActivityScreen.tsx')).ActivityScreen,
  settings: async () => (await import('./settings/SettingsScreen.tsx')).SettingsScreen,
};
const later = Object.keys(loaders) as LaterScreen[];

/**
 * The open screen. The chat is there at once; the others are read while the person looks at it, one in each idle moment, so that the start
 * does not wait for them and going to one shows it in the same frame.
 */
export function ScreenView({ screen }: { readonly screen: Screen }) {
  const [loaded, setLoaded] = useState<Loaded>({});
  const isWanted = screen !== 'chats' && !loaded[screen];
  const next = isWanted ? screen : later.find((name) => !loaded[name]);
  useEffect(() => {
    if (!next) return undefined;
    const load = (): void => {
      loaders[next]().then(
        (Component) => setLoaded((known) => ({ ...known, [next]: Component })),
        (error: unknown) =>
          setLoaded(() => {
            throw error; // told where the page tells of everything that broke it
          }),
      );
    };
    if (isWanted) {
      load();
      return undefined;
    }
    const idle = requestIdleCallback(load);
    return () => cancelIdleCallback(idle);
  }, [next, isWanted]);
  if (screen === 'chats') return <ChatScreen />;
  const Component = loaded[screen];
  return Component ? <Component /> : null;
}
