import './zod.ts';
import './ui/tokens.css';
import './ui/base.css';
import './ui/systemColors.css';
import { createRoot } from 'react-dom/client';
import { DecisionPage } from './decisions/DecisionPage.tsx';
import { createClient } from './ipc/client.ts';
import { PageRoot } from './PageRoot.tsx';
import { createPageStore, createTopics, decisionTopics } from './store.ts';

const client = createClient(window.bridge);
const parts = { client, topics: createTopics(client, decisionTopics), page: createPageStore() };

createRoot(document.getElementById('root') as HTMLElement).render(
  <PageRoot parts={parts}>
    <DecisionPage />
  </PageRoot>,
);
