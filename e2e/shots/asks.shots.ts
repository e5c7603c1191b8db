import { expect, test } from '@playwright/test';
import { AuthServer } from '../http/authServer.ts';
import { startProtected } from '../http/protectedServer.ts';
import { formOf } from '../inquirerHouse.ts';
import { fixture } from '../paths.ts';
import { decide, decision, log, send, type App } from '../window.ts';
import { admit, openStage, type Stage } from './stage.ts';

let stage: Stage | undefined;
test.afterEach(async () => {
  await stage?.close();
  stage = undefined;
});
const go = ({ chat }: App, name: string) => chat.getByRole('link', { name, exact: true }).click();
async function toServer(app: App, name: string): Promise<void> {
  await go(app, 'Servers');
  await app.chat.getByRole('button', { name: `Details of ${name}`, exact: true }).click();
}
async function allow(app: App, name: string, what: string): Promise<void> {
  await toServer(app, name);
  await app.chat.getByRole('switch', { name: what }).click();
  await expect(app.chat.getByRole('main', { name })).toContainText('Ready');
  await go(app, 'Chats');
}

const delivery = formOf(
  {
    name: { type: 'string', title: 'Your name', description: 'As it stands on the parcel.', minLength: 2 },
    mail: { type: 'string', title: 'E-mail', format: 'email' },
    count: { type: 'integer', title: 'Pieces', minimum: 1, maximum: 5, default: 2 },
    colour: { type: 'string', title: 'Colour', oneOf: ['Red', 'Green'].map((title) => ({ const: title, title })) },
    gift: { type: 'boolean', title: 'As a gift', default: true },
  },
  ['name', 'colour'],
  'Where shall it go?',
);

test('a server asks for information, and for a link', async () => {
  stage = await openStage({ mcpServers: { parcels: fixture('inquirer') }, scripted: true });
  const { app, model } = stage;
  await admit(app, 'parcels');
  await allow(app, 'parcels', 'Allow information requests');
  const url = 'https://accounts.example.com/connect?next=%2Fparcels';
  const plan = { rounds: [{ a: delivery }, { b: { mode: 'url', message: 'Connect your account first.', url } }] };
  model.script(({ body }) =>
    body.messages?.at(-1)?.role === 'tool'
      ? { text: 'Done.' }
      : { calls: [{ name: 'parcels__ask', arguments: { plan: JSON.stringify(plan) } }] },
  );
  await send(app, 'Send it to me');
  await decide(app, 'Tool call: ask on parcels', 'Allow once');
  const form = await decision(app, 'Information request from parcels');
  await stage.shot('30-form');
  await form.getByRole('button', { name: 'Approve' }).click();
  await form.getByLabel('Pieces').fill('9');
  await stage.shot('30-form-wrong');
  await form.getByLabel('Your name').fill('Ada');
  await form.getByLabel('Pieces').fill('3');
  await form.getByLabel('Colour').selectOption({ label: 'Green' });
  await form.getByRole('button', { name: 'Approve' }).click();
  await decision(app, 'Link request from parcels');
  await stage.shot('31-link');
  await decide(app, 'Link request from parcels', 'Decline');
  await expect(log(app)).toContainText('Done.');
  await stage.shot('31-asked');
});

test('a server asks for a sign-in', async () => {
  const auth = await AuthServer.start();
  const far = await startProtected(auth, { challengeScope: 'files:read files:write' });
  stage = await openStage({ mcpServers: { files: { url: far.url } } });
  const { app } = stage;
  await decide(app, 'Review server files', 'Trust and start');
  await decision(app, 'Sign in to files');
  await stage.shot('32-sign-in');
  await decide(app, 'Sign in to files', 'Decline');
  await go(app, 'Servers');
  await stage.shot('32-sign-in-servers');
  await toServer(app, 'files');
  await stage.shot('32-sign-in-section');
  await app.chat.getByRole('button', { name: 'How to sign in' }).click();
  await stage.shot('32-sign-in-client');
  await stage.close();
  stage = undefined;
  await far.close();
  await auth.close();
});

test('a server asks for an answer with tools of its own', async () => {
  stage = await openStage({ mcpServers: { asker: fixture('asker', { RECORD_FILE: '/dev/null' }) }, scripted: true });
  const { app, model } = stage;
  model.script(({ body }) => {
    if (!JSON.stringify(body.tools ?? []).includes('asker__'))
      return { text: 'I look.', calls: [{ name: 'clock', arguments: { zone: 'UTC' } }] };
    return body.messages?.at(-1)?.role === 'tool'
      ? { text: 'ok' }
      : { calls: [{ name: 'asker__use_tools', arguments: { prompt: 'What time is it?' } }] };
  });
  await admit(app, 'asker');
  await allow(app, 'asker', 'Allow sampling');
  await send(app, 'go');
  await decide(app, 'Tool call: use_tools on asker', 'Allow once');
  await decision(app, 'Sampling request from asker');
  await stage.shot('33-sampling-tools');
  await decide(app, 'Sampling request from asker', 'Approve');
  const answer = await decision(app, 'Sampling answer for asker');
  await stage.shot('33-sampling-tools-answer');
  await answer.getByRole('button', { name: 'Edit answer' }).click();
  await stage.shot('33-sampling-edit');
  await answer.getByRole('button', { name: 'Discard' }).click();
  await decide(app, 'Sampling answer for asker', 'Decline');
});

test('prompts and resources around the message', async () => {
  stage = await openStage({});
  const { app } = stage;
  const { chat } = app;
  const box = chat.getByRole('textbox', { name: 'Message' });
  await chat.getByRole('button', { name: 'Attach' }).click();
  await stage.shot('34-attach-menu');
  await chat.keyboard.press('Escape');
  await box.pressSequentially('/');
  await expect(chat.getByRole('option', { name: '/shop:find_cause' })).toBeVisible();
  await stage.shot('34-prompt-list');
  await chat.getByRole('option', { name: '/shop:find_cause' }).click();
  const asking = chat.getByRole('dialog', { name: 'Prompt find_cause from shop' });
  await asking.getByRole('button', { name: 'Preview' }).click();
  await stage.shot('34-prompt-form');
  await asking.getByRole('combobox', { name: 'time_range' }).fill('3d');
  await asking.getByRole('combobox', { name: 'runbook' }).fill('slow-queries');
  await asking.getByRole('button', { name: 'Preview' }).click();
  await stage.shot('34-prompt-preview');
  await asking.getByRole('button', { name: 'Insert' }).click();
  await box.fill('@');
  await expect(chat.getByRole('option').first()).toBeVisible();
  await stage.shot('34-resource-list');
  await chat.getByRole('option', { name: /Product catalog/ }).click();
  await stage.shot('34-chips');
});

test('a resource that is always attached, and the page of its server', async () => {
  stage = await openStage({
    mcpServers: { lib: fixture('watched', { WATCHED_ERA: 'modern', RECORD_FILE: '/dev/null', TEXT_FILE: '/etc/hostname' }) },
    scripted: true,
  });
  const { app } = stage;
  const { chat } = app;
  await admit(app, 'lib');
  await go(app, 'Resources');
  await chat.getByRole('treeitem', { name: 'Release notes' }).click();
  await chat.getByRole('region', { name: 'Preview' }).getByRole('switch', { name: 'Always attach' }).click();
  await stage.shot('35-always-preview');
  await go(app, 'Chats');
  await chat.getByRole('button', { name: 'Show context' }).click();
  await stage.shot('35-always-context');
  await toServer(app, 'lib');
  await stage.shot('35-server-overview');
  await chat.getByRole('button', { name: 'Capabilities, health and lists' }).click();
  await chat.getByRole('region', { name: 'How it is spoken to' }).scrollIntoViewIfNeeded();
  await chat.getByRole('region', { name: 'How it is spoken to' }).evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await stage.shot('35-server-protocol');
  await chat.getByRole('region', { name: 'What it may ask of you' }).evaluate((element) => element.scrollIntoView({ block: 'start' }));
  await stage.shot('35-server-permissions');
  await go(app, 'Servers');
  await toServer(app, 'shop').catch(async () => {
    await chat.getByRole('button', { name: 'Back to all servers' }).click();
    await toServer(app, 'shop');
  });
  await chat.getByRole('tab', { name: /^Prompts/ }).click();
  await stage.shot('35-server-prompts');
});
