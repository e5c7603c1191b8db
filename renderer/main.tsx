import './zod.ts';
import './ui/tokens.css';
import './ui/base.css';
import './ui/systemColors.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { followChats } from './chat/followChats.ts';
import { createColourer } from './code/colourer.ts';
import { createWorkerStart } from './code/startWorker.ts';
import { createClient } from './ipc/client.ts';
import { PageRoot } from './PageRoot.tsx';
import { ColourContext } from './ui/useColours.ts';
import { chatTopics, createPageStore, createTopics } from './store.ts';

const colourer = createColourer(createWorkerStart());
const client = createClient(window.bridge);
const parts = { client, topics: createTopics(client, chatTopics), page: createPageStore() };
followChats(parts);

createRoot(document.getElementById('root') as HTMLElement).render(
  <PageRoot parts={parts}>
    <ColourContext value={colourer}>
      <App />
    </ColourContext>
  </PageRoot>,
);
