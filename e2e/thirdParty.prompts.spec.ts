import { expect, test } from '@playwright/test';
import { splitFences } from '#shared/conversation/fence.ts';
import { addByForm, admit, entryFile, go, ThirdPartyHouse } from './thirdParty.ts';

let house: ThirdPartyHouse;
test.beforeAll(async () => {
  house = await ThirdPartyHouse.open();
  await addByForm(house.app, 'everything', [entryFile('everything')]);
  await admit(house.app, 'everything');
  await go(house.app, 'Chats');
});
test.afterAll(() => house.close());
const box = () => house.app.chat.getByRole('textbox', { name: 'Message' });
const dialog = () => house.app.chat.getByRole('dialog');
async function choose(name: string): Promise<void> {
  await box().fill('');
  await box().pressSequentially(`/everything:${name}`);
  await house.app.chat.getByRole('option', { name: `/everything:${name}` }).click();
}

test('PRM-1 CPL-1 server-everything: its four prompts are there; a name is completed by its department, and the text goes into the message', async () => {
  await box().pressSequentially('/everything');
  await expect(house.app.chat.getByRole('option')).toHaveCount(4);
  await choose('completable-prompt');
  await dialog().getByRole('combobox', { name: 'department' }).fill('Sal');
  await dialog().getByRole('option', { name: 'Sales' }).click();
  const name = dialog().getByRole('combobox', { name: 'name' });
  await name.click();
  await expect(dialog().getByRole('option')).toHaveText(['David', 'Eve', 'Frank']);
  await name.press('ArrowDown');
  await name.press('Enter');
  await name.press('Enter');
  await expect(dialog().getByRole('region', { name: 'Preview' })).toContainText('David');
  await dialog().getByRole('button', { name: 'Insert' }).click();
  await expect(box()).toHaveValue(/David.*Sales/s);
  await house.app.chat.getByRole('button', { name: 'Remove Team Management' }).click();
});

test('PRM-1 server-everything: a prompt with an embedded resource goes along whole, the resource as data with its source', async () => {
  await choose('resource-prompt');
  await dialog().getByRole('combobox', { name: 'resourceType' }).fill('Text');
  await dialog().getByRole('combobox', { name: 'resourceId' }).fill('2');
  await dialog().getByRole('button', { name: 'Preview' }).click();
  await expect(dialog().getByRole('region', { name: 'Preview' })).toContainText('demo://resource/dynamic/text/2');
  await dialog().getByRole('button', { name: 'Insert' }).click();
  const before = house.model.requests.length;
  await house.app.chat.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => house.model.requests.length).toBe(before + 1);
  const sent = house.model.requests.at(-1)?.body.messages?.at(-1);
  const { outside, blocks } = splitFences(sent?.content ?? '');
  expect([sent?.role, outside]).toEqual(['user', 'Please go on from here.']);
  expect(blocks.map(({ word, header }) => [word, header.source])).toEqual([
    ['PROMPT', 'prompt resource-prompt on everything'],
    ['ATTACHED', 'demo://resource/dynamic/text/2 on everything'],
  ]);
});
