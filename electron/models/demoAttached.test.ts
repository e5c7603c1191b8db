import { expect, test } from 'vitest';
import { fenced } from '#shared/conversation/fence.ts';
import { welcome } from '../../servers/assistant/welcome.ts';
import { ask } from './demoFixtures.ts';

const attached = fenced('1b9d', { title: 'Welcome', source: 'docs://steward/welcome on assistant', type: 'text/markdown' }, welcome);

test('the sixth suggestion is answered from the attached welcome document, in either language, without a call', async () => {
  const english = await ask([{ role: 'user', text: `${attached}\n\nWhat can Steward do?` }]);
  expect(english.text).toContain('The attached text says:\n\n> You talk with a model');
  expect(english.text).toContain('**Decisions** appear at the bottom');
  expect(english.text).toContain('not an AI');
  expect([english.text.includes('对话'), english.calls]).toEqual([false, []]);
  const chinese = await ask([{ role: 'user', text: `${attached}\n\nSteward 能做什么？` }]);
  expect(chinese.text).toContain('附件里写着：\n\n> 您与模型对话');
  expect([chinese.text.includes('**决定**'), chinese.text.includes('Decisions'), chinese.calls]).toEqual([true, false, []]);
});

test('a question without an attachment is not answered as if there were one', async () => {
  expect((await ask([{ role: 'user', text: 'What can Steward do?' }])).text).not.toContain('The attached text says');
});
