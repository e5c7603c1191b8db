import { expect, test } from '@playwright/test';
import path from 'node:path';
import { makeFolder } from '../paths.ts';
import { card, decide, decision, log, send } from '../window.ts';
import { openStage, type Stage } from './stage.ts';

let stage: Stage | undefined;
test.afterEach(async () => {
  await stage?.close();
  stage = undefined;
});

test('the first minutes with the Demo model', async () => {
  stage = await openStage({});
  const { app } = stage;
  await stage.shot('01-empty');
  await send(app, 'What is the weather in Beijing?');
  await decision(app, 'Tool call: get_weather on assistant');
  await stage.shot('02-decision-simple');
  await decide(app, 'Tool call: get_weather on assistant', 'Allow once');
  await expect(log(app)).toContainText('22°C');
  await stage.shot('03-answered');
  await log(app).getByRole('button', { name: 'Branch from here' }).click();
  await expect(app.chat.getByRole('heading', { level: 1 })).toContainText('(2)');
  await stage.shot('03-branch');
  await app.chat.getByRole('button', { name: 'More for this chat' }).click();
  await app.chat.getByRole('menuitem', { name: 'Pin', exact: true }).click();
  await app.chat.getByRole('searchbox').fill('weather');
  await expect(app.chat.getByRole('listbox', { name: 'Search results' })).toBeVisible();
  await stage.shot('03-search');
  await app.chat.getByRole('searchbox').fill('');
  await stage.shot('03-pinned');
  const elsewhere = makeFolder();
  const file = path.join(elsewhere.dir, 'chat.json');
  const dialog = app.chat.getByRole('dialog');
  await app.chat.getByRole('main').getByRole('button', { name: 'More for this chat' }).click();
  await app.chat.getByRole('menuitem', { name: 'Export…' }).click();
  await dialog.getByRole('textbox').fill(file);
  await dialog.getByRole('radio', { name: /JSON/ }).check();
  await stage.shot('03-export');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog).toContainText('Written to');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await app.chat.getByRole('button', { name: 'New chat' }).click();
  await app.chat.getByRole('button', { name: 'Import chat…' }).click();
  await dialog.getByRole('textbox').fill(path.join(elsewhere.dir, 'nowhere.json'));
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog).toContainText('There is no file at this path');
  await stage.shot('03-import');
  await dialog.getByRole('textbox').fill(file);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(app.chat.getByText(/^Imported on /)).toBeVisible();
  elsewhere.remove();
  await stage.shot('03-imported');
  await app.chat.getByRole('button', { name: 'New chat' }).click();
  await send(app, 'Order a phone and two phone cases for Zhang San, shipped to Shenzhen');
  const order = await decision(app, 'Tool call: create_order on shop');
  await stage.shot('04-decision-nested');
  await order.getByRole('button', { name: 'Edit arguments' }).click();
  await stage.shot('05-edit-arguments');
  await order.getByRole('button', { name: 'Discard' }).click();
  await decide(app, 'Tool call: create_order on shop', 'Deny');
  await expect(card(app, 'create_order on shop')).toContainText('Denied');
  await stage.shot('06-denied');
  await app.chat.getByRole('button', { name: 'New chat' }).click();
  await send(app, 'Calculate (123 + 456) * 2, and the weather in Shanghai');
  await decision(app, 'Tool call: run_python on assistant');
  await decision(app, 'Tool call: get_weather on assistant');
  await stage.shot('07-two-decisions');
  await decide(app, 'Tool call: run_python on assistant', 'Always allow');
  await decide(app, 'Tool call: get_weather on assistant', 'Allow in this chat');
  await expect(log(app)).toContainText('1158');
  await stage.shot('08-parallel-done');
});

const richAnswer = [
  '## A plan in three steps\n\nThe **orders** table is slow because of one missing index. Here is what I would do:\n\n',
  '1. Look at the plan of the query\n2. Add the index *concurrently*\n3. Measure again\n\n',
  "```sql\nCREATE INDEX CONCURRENTLY idx_orders_customer\n  ON orders (customer_id, created_at DESC)\n  WHERE state <> 'archived';\n```\n\n",
  '| query | before | after |\n|---|---:|---:|\n| by customer | 748 ms | 2 ms |\n| by day | 91 ms | 88 ms |\n\n',
  '> The figures come from the staging copy.\n\n数据库变慢的原因是缺少索引；建议先在测试环境验证，再在低峰期执行。\n\n',
  'The cost is about $O(\\log n)$ per look-up:\n\n$$\\sum_{i=1}^{n} \\frac{1}{i} \\approx \\ln n + \\gamma$$\n\n',
  '```mermaid\nflowchart LR\n  A[Slow query] --> B{Index?}\n  B -- no --> C[Create it]\n  B -- yes --> D[Look at the plan]\n```\n\nSee [the manual](https://example.com/indexes).\n',
];
test('rich answers, long ones, and ones that fail', async () => {
  stage = await openStage({ scripted: true });
  const { app, model } = stage;
  model.script([{ reasoning: ['The person wants a plan. ', 'Keep it short.'], text: richAnswer }]);
  await send(app, 'Why is the orders database slow, and what should I do?');
  await expect(log(app)).toContainText('the manual');
  await stage.shot('10-rich-answer');
  await app.chat.getByRole('button', { name: 'New chat' }).click();
  model.script([{ text: ['I am still', ' thinking about', ' it'], finish: null, hang: 'body' }]);
  await send(app, 'Take your time');
  await expect(log(app)).toContainText('thinking about it');
  await stage.shot('11-streaming');
  await app.chat.getByRole('button', { name: 'Stop' }).click();
  await stage.shot('12-stopped');
  await app.chat.getByRole('button', { name: 'New chat' }).click();
  model.script([{ status: 401, body: { error: { message: 'Incorrect API key provided' } } }]);
  await send(app, 'Hello?');
  await expect(
    log(app)
      .getByRole('button', { name: /retry|again/i })
      .first(),
  ).toBeVisible();
  await stage.shot('13-model-error');
});
