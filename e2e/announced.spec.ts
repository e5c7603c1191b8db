import { expect, test } from '@playwright/test';
import { makeFolder } from './paths.ts';
import { startModelServer, type ModelServer } from './modelServer.ts';
import { decide, decision, isAlive, launch, log, quit, send, type App } from './window.ts';

let folder: ReturnType<typeof makeFolder>;
let model: ModelServer | undefined;
let app: App | undefined;
test.beforeEach(() => {
  folder = makeFolder();
});
test.afterEach(async () => {
  if (app && isAlive(app.pid)) await quit(app);
  await model?.close();
  app = model = undefined;
  folder.remove();
});

/** One thing that assistive technology would say by itself, and how pressingly. */
interface Said {
  readonly text: string;
  readonly live: 'polite' | 'assertive';
}
/** Notes from now on what live regions of the page would say: text that is added or changed, below the nearest element that says how live it is. */
async function listen({ chat }: App): Promise<void> {
  await chat.evaluate(() => {
    const said: { text: string; live: string }[] = [];
    Object.assign(globalThis, { said });
    const roles: Readonly<Record<string, string>> = { log: 'polite', status: 'polite', alert: 'assertive' };
    const liveness = (node: Node): string => {
      for (let at = node instanceof Element ? node : node.parentElement; at; at = at.parentElement) {
        const own = at.getAttribute('aria-live') ?? roles[at.getAttribute('role') ?? ''];
        if (own) return own;
      }
      return 'off';
    };
    /** The text of a node without what below it is hidden or not live. */
    const spoken = (node: Node): string => {
      if (node instanceof Text) return node.data;
      if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true' || node.getAttribute('aria-live') === 'off') return '';
      return [...node.childNodes].map(spoken).join('');
    };
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records)
        for (const node of type === 'characterData' ? [target] : [...addedNodes]) {
          const live = liveness(node);
          const text = node.isConnected && live !== 'off' ? spoken(node).replace(/\s+/g, ' ').trim() : '';
          if (text !== '') said.push({ text, live });
        }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}
const said = ({ chat }: App): Promise<Said[]> => chat.evaluate(() => (globalThis as unknown as { said: Said[] }).said);

const sentences = [
  'The table has no index for this query.',
  'An index on the customer would help it very much.',
  'Nothing else has to be changed for that.',
  'select 1 from orders',
  'Measure it again afterwards.',
] as const;
const [one, two, three, code, last] = sentences;
const markdown = `${one} ${two}\n\n${three}\n\n\`\`\`sql\n${code}\n\`\`\`\n\n${last}`;

test('while an answer streams a screen reader hears each finished block once and whole, and never a piece of one', async () => {
  model = await startModelServer();
  const environment = { OPENAI_API_KEY: 'K', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted' };
  app = await launch({ dir: folder.dir, environment });
  const pieces = markdown.match(/[\s\S]{1,4}/g) ?? [];
  model.script([{ text: pieces, pieceMs: 25 }]);
  await send(app, 'Why is it slow?');
  await expect(log(app)).toContainText('Why is it slow?');
  await listen(app);
  await expect(log(app).getByRole('button', { name: 'What happened' })).toBeVisible();
  await app.chat.waitForTimeout(600); // colours of code come a moment later
  const all = await said(app);
  const words = /index|customer|changed|select|Measure|afterwards/;
  const ofAnswer = all.filter(({ text }) => words.test(text));
  expect(new Set(ofAnswer.map(({ live }) => live))).toEqual(new Set(['polite']));
  for (const block of [`${one} ${two}`, three, code, last])
    expect(
      ofAnswer.filter(({ text }) => text.includes(block)).map(({ text }) => text),
      block,
    ).toHaveLength(1);
  // Whatever else was said of the answer would be a piece of it.
  expect(ofAnswer.filter(({ text }) => ![`${one} ${two}`, three, code, last].some((block) => text.includes(block)))).toEqual([]);
});

test('a decision that waits is announced at once on whatever screen the person is, and the tree of assistive technology says so', async () => {
  app = await launch({ dir: folder.dir });
  const a = app;
  await listen(a);
  await send(a, 'What is the weather in Beijing?');
  await a.chat.getByRole('link', { name: 'Servers' }).click();
  await decision(a, 'Tool call: get_weather on assistant');
  await expect
    .poll(async () => (await said(a)).filter(({ live }) => live === 'assertive').map(({ text }) => text))
    .toEqual(['One thing waits for your decision']);
  const session = await a.chat.context().newCDPSession(a.chat);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as {
    nodes: readonly { role?: { value?: string }; properties?: readonly { name: string; value: { value?: unknown } }[] }[];
  };
  const lives = nodes.flatMap(({ role, properties }) =>
    (properties ?? []).filter(({ name }) => name === 'live').map(({ value }) => `${role?.value} ${String(value.value)}`),
  );
  expect(lives).toContain('status assertive');
  await decide(a, 'Tool call: get_weather on assistant', 'Allow once');
  await a.chat.getByRole('link', { name: 'Chats' }).click();
  await expect(log(a)).toContainText('22°C');
});
