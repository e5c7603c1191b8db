import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Decision, DecisionKind } from '#shared/decision/decision.ts';
import type { FormField } from '#shared/elicitation/form.ts';
import { hiddenTexts } from '../hiddenForTests.ts';
import { createClient } from '../ipc/client.ts';
import { PageContext } from '../ipc/hooks.ts';
import { createPageStore, createTopics } from '../store.ts';
import { markHidden } from '../ui/hidden.ts';
import { DecisionCard } from './DecisionCard.tsx';

const client = createClient({ request: () => Promise.reject(new Error('nobody there')), watch: () => () => undefined });
const parts = { client, topics: createTopics(client, []), page: createPageStore() };

/** A field of every kind. Defaults that hide something never come this far: `readForm` leaves them out. */
function fields(text: string): FormField[] {
  const about = { title: text, description: text, required: false, secretLooking: true };
  const options = [{ value: 'v', title: text }];
  return [
    { ...about, key: 'a', kind: 'text' },
    { ...about, key: 'b', kind: 'number', whole: true },
    { ...about, key: 'c', kind: 'boolean' },
    { ...about, key: 'd', kind: 'choice', options },
    { ...about, key: 'e', kind: 'choices', options },
  ];
}

/** One decision of every kind in which everything that comes from elsewhere is `text`. */
function every(text: string): Readonly<Record<DecisionKind, Decision>> {
  const base = { id: 'd', askedAt: 0, armed: true };
  const here = { kind: 'this-computer', commandLine: text } as const;
  const remote = { kind: 'remote', host: text } as const;
  const subject = { ...base, serverKey: text, place: here };
  const chat = { conversationId: 'c', chatTitle: text, turnId: 't' };
  const env = [{ name: text, value: text, uses: [text, `secret:${text}`], secretLooking: true }];
  const rule = { id: 'r', effect: 'allow', serverKey: text, toolName: text, digest: '', launchHash: '', createdAt: 0 } as const;
  const constraint = { pointer: `/${text}`, how: 'equals', value: text } as const;
  const address = { before: text, host: text, after: text };
  const spent = { calls: 0, tokens: 0, maxCalls: 1, maxTokens: 1 };
  return {
    'tool-call': {
      ...subject,
      ...chat,
      kind: 'tool-call',
      toolName: text,
      toolTitle: text,
      toolDescription: text,
      callId: 'x',
      reason: 'read-elsewhere',
      readFrom: [text],
      argumentsText: JSON.stringify({ [text]: text, list: [text] }),
      adjusted: [
        { pointer: `/${text}`, how: 'default' },
        { pointer: `/x${text}`, how: 'converted' },
      ],
    },
    'server-trust': {
      ...subject,
      place: remote,
      kind: 'server-trust',
      command: text,
      args: [text],
      env,
      cwd: text,
      changed: true,
      dangers: [],
    },
    tools: {
      ...subject,
      kind: 'tools',
      change: 'changed',
      tools: [
        { name: text, change: 'new', raw: text },
        { name: `${text}2`, change: 'changed', raw: text, before: `before ${text}` },
        { name: `${text}3`, change: 'removed', raw: '', before: text },
      ],
      unchangedCount: 1,
      instructions: text,
      instructionsBefore: `before ${text}`,
    },
    'go-on': { ...base, ...chat, kind: 'go-on', reason: 'repeat', rounds: 8, serverKey: text, toolName: text },
    'sampling-request': {
      ...subject,
      kind: 'sampling-request',
      toolName: text,
      system: text,
      messages: [
        { role: 'user', blocks: [{ type: 'text', text }] },
        { role: 'assistant', blocks: [{ type: 'tool_use', id: text, name: text, inputText: JSON.stringify({ [text]: text }) }] },
        { role: 'user', blocks: [{ type: 'tool_result', id: text, isError: true, text }] },
      ],
      tools: [{ name: text, description: text, schemaText: JSON.stringify({ type: 'object', title: text }) }],
      toolChoice: 'required',
      stopSequences: [text],
      contextIgnored: true,
      toolRounds: 1,
      maxToolRounds: 10,
      models: [{ id: 'm', name: text, group: text, origin: text, sendsOut: true }],
      chosenBy: 'hint',
      matchedHint: text,
      edited: true,
      askedTokens: 2,
      maxTokens: 1,
      model: { id: 'm', name: text, origin: text, sendsOut: true },
      hints: [text],
      spent,
    },
    'sampling-answer': {
      ...subject,
      kind: 'sampling-answer',
      toolName: text,
      modelName: text,
      text,
      uses: [{ id: text, name: text, inputText: JSON.stringify({ [text]: text }) }],
      stopReason: 'maxTokens',
      tokens: 1,
      edited: true,
    },
    rule: { ...subject, kind: 'rule', rule: { ...rule, constraint, afterReading: [text] }, covers: [text] },
    elicitation: { ...subject, kind: 'elicitation', toolName: text, message: text, fields: fields(text), secretLooking: true },
    link: { ...subject, ...address, kind: 'link', reading: text, message: text, asciiHost: text, unicodeHost: text },
    'link-waiting': { ...subject, kind: 'link-waiting', toolName: text, hosts: [text] },
    'sign-in': {
      ...subject,
      kind: 'sign-in',
      place: remote,
      reason: 'more-rights',
      issuer: text,
      issuers: [text, `${text}2`],
      scopes: [text],
      newScopes: [text],
      url: text,
    },
    'too-many': { ...base, kind: 'too-many', serverKey: text, asksPerMinute: 10 },
  };
}

const markupOf = (decision: Decision): string =>
  renderToStaticMarkup(
    <PageContext value={parts}>
      <DecisionCard decision={decision} />
    </PageContext>,
  );
const kinds = Object.keys(every('')) as DecisionKind[];

test.each(kinds)('S24 in a decision of kind %s no character of 80 tricky texts is hidden: each stands under its code', (kind) => {
  expect(hiddenTexts).toHaveLength(80);
  for (const text of hiddenTexts) {
    const markup = markupOf(every(text)[kind]);
    const rest = markup.replace(/<span class="hidden-mark" data-code="U\+[0-9A-F]+"><span class="hidden-raw">.<\/span><\/span>/gsu, '');
    const unmarked = markHidden(rest, 'layout').flatMap((segment) => segment.code ?? []);
    expect(unmarked, JSON.stringify(text)).toEqual([]);
    expect(rest.length, JSON.stringify(text)).toBeLessThan(markup.length);
  }
});

test.each(kinds)('S24 I5 in a decision of kind %s foreign text is never markup', (kind) => {
  const markup = markupOf(every('<img src=x onerror=1><b>x</b>"><script>1</script>')[kind]);
  expect(markup).not.toMatch(/<(img|b|script)[\s>]/);
});

test('S24 ten thousand line feeds in one argument stand in a box of their own, before and behind what comes with them', () => {
  const argumentsText = JSON.stringify({ first: 'a', flood: '\n'.repeat(10_000), last: 'z' });
  const markup = markupOf({ ...(every('x')['tool-call'] as Extract<Decision, { kind: 'tool-call' }>), argumentsText });
  expect(markup.match(/json-long/g)).toHaveLength(1);
  expect(markup).toMatch(/json-string json-long" tabindex="0"/);
});
