import './ui/tokens.css';
import './ui/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { followChats } from './chat/followChats.ts';
import { createClient } from './ipc/client.ts';
import { PageRoot } from './PageRoot.tsx';
import { chatTopics, createPageStore, createTopics } from './store.ts';

const client = createClient(window.bridge);
const parts = { client, topics: createTopics(client, chatTopics), page: createPageStore() };
followChats(parts);

createRoot(document.getElementById('root') as HTMLElement).render(
  <PageRoot parts={parts}>
    <App />
  </PageRoot>,
);
