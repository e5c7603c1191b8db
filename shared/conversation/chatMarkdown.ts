import type { MessageKey } from '../i18n/en.ts';
import type { Words } from '../i18n/fill.ts';
import { plainName } from '../text/hiddenCharacters.ts';
import { withHiddenShown } from '../text/plainLines.ts';
import { type AttachedPart, sourceLine } from './attachments.ts';
import type { ResultBlock } from './events.ts';
import type { ToolCall, Turn } from './state.ts';

/** Of a longer attachment the beginning stands in the file, in characters. */
export const maxAttachedText = 20_000;

export interface MarkdownParts {
  readonly title: string;
  readonly turns: readonly Turn[];
  readonly attached: (id: string) => readonly AttachedPart[];
  readonly t: (key: MessageKey, words?: Words) => string;
  /** A moment as a person reads it. */
  readonly time: (at: number) => string;
}

/** A block that its text can't leave: its fence is longer than any run of backticks within. */
export function fencedBlock(text: string, language = ''): string {
  const fence = '`'.repeat(longestRun(text, 2) + 1);
  return `${fence}${language}\n${withHiddenShown(text)}\n${fence}`;
}
const longestRun = (text: string, least: number): number =>
  (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), least);

/** A name in one line that no name can leave. */
function codeSpan(name: string): string {
  const text = plainName(name, 500);
  const ticks = '`'.repeat(longestRun(text, 0) + 1);
  return /^`|`$|^ | $/.test(text) ? `${ticks} ${text} ${ticks}` : `${ticks}${text}${ticks}`;
}
const escaped = (name: string): string => plainName(name, 500).replace(/[\\`*_[\]<>#&|~$!]/g, '\\$&');

/** Words of a person, quoted: whatever they begin ends with the quotation. */
const quoted = (text: string): string =>
  contained(text)
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');

/** Markdown of somebody else as it is, but that it can't swallow what follows: no HTML, and no fence that stays open. */
export function contained(text: string): string {
  let fence: string | undefined;
  const lines = withHiddenShown(text)
    .split('\n')
    .map((line) => {
      const mark = /^ {0,3}(?:> ?)*(?:(?:[-*+]|\d+[.)]) +)* *(`{3,}|~{3,})(.*)$/.exec(line);
      const [, run = '', rest = ''] = mark ?? [];
      if (fence !== undefined) {
        if (run.startsWith(fence) && rest.trim() === '') fence = undefined;
        return line;
      }
      if (run !== '' && !(run.startsWith('`') && rest.includes('`'))) {
        fence = run;
        return line;
      }
      return line.replace(/(?<!`)(`+)(?!`)(?:(?!\1).)+?\1(?!`)|<(?=[a-z/!?])(?!https?:)/gi, (found) => (found === '<' ? '&lt;' : found));
    });
  return fence === undefined ? lines.join('\n') : `${lines.join('\n')}\n${fence}`;
}

/** A chat for a person to read. Nothing that was said or answered in it can pass for another part of the file. */
export function toMarkdown(parts: MarkdownParts): string {
  const { t, time, turns } = parts;
  const models = [...new Set(turns.map((turn) => turn.model))].map(codeSpan).join(', ');
  const first = turns[0];
  const facts = [
    first ? `- ${t('chatFile.md.begun', { time: time(first.startedAt) })}` : '',
    models === '' ? '' : `- ${t('chatFile.md.models', { models })}`,
    `- ${t('chatFile.md.turns', { count: turns.length })}`,
  ];
  const head = [`# ${escaped(parts.title) || t('chat.untitled')}`, facts.filter(Boolean).join('\n')];
  return `${[...head, ...turns.flatMap((turn, index) => turnMarkdown(parts, turn, index + 1))].join('\n\n')}\n`;
}

function turnMarkdown(parts: MarkdownParts, turn: Turn, number: number): string[] {
  const { t, time } = parts;
  const answer = turn.parts.flatMap((part) => {
    if (part.kind === 'call') return callMarkdown(parts, part.call);
    return part.kind === 'text' ? [contained(part.text)] : [`${t('chatFile.md.reasoning')}\n\n${quoted(part.text)}`];
  });
  return [
    '---',
    `## ${number}. ${t('chatFile.md.question')} · ${time(turn.startedAt)}`,
    quoted(turn.question),
    ...turn.attachments.flatMap((view) =>
      attachmentMarkdown(parts, view.id, `${escaped(view.title)} — ${codeSpan(sourceLine(view.source))}`),
    ),
    `### ${t('chatFile.md.answer')} · ${codeSpan(turn.model)}`,
    ...answer,
    ...(turn.outcome === 'answered' ? [] : [`*${turn.outcome === 'open' ? t('chatFile.md.open') : t(`chat.outcome.${turn.outcome}`)}*`]),
  ];
}

function attachmentMarkdown({ t, attached }: MarkdownParts, id: string, name: string): string[] {
  const texts = attached(id).flatMap((part) => {
    if (part.kind === 'text') return [part.text];
    return part.kind === 'message' ? part.blocks.flatMap((block) => ('text' in block ? [block.text] : [])) : [];
  });
  const blocks = texts.map((text) =>
    text.length > maxAttachedText
      ? `${fencedBlock(text.slice(0, maxAttachedText))}\n\n*${t('chatFile.md.cut', { count: text.length })}*`
      : fencedBlock(text),
  );
  return [`**${t('chatFile.md.attached')}:** ${name}`, ...blocks];
}

function callMarkdown({ t }: MarkdownParts, call: ToolCall): string[] {
  const ended = 'blocks' in call ? call : undefined;
  return [
    `**${t('chatFile.md.call')}:** ${codeSpan(call.toolName)} · ${codeSpan(call.serverKey)} · ${t(`chat.call.${call.status}`)}`,
    `${t('chatFile.md.arguments')}\n\n${fencedBlock(call.argumentsText, 'json')}`,
    ...(ended && ended.blocks.length > 0 ? [t('chatFile.md.result'), ...ended.blocks.map((block) => blockMarkdown(t, block))] : []),
    ...(ended && ended.blocks.length === 0 && ended.modelText !== '' ? [fencedBlock(ended.modelText)] : []),
  ];
}

function blockMarkdown(t: MarkdownParts['t'], block: ResultBlock): string {
  if (block.kind === 'text') return fencedBlock(block.text);
  if (block.kind === 'structured') return fencedBlock(block.json, 'json');
  if (block.kind === 'binary') return t('chatFile.md.binary', { kind: codeSpan(block.mimeType), bytes: block.bytes });
  const name = `${escaped(block.title)} — ${codeSpan(block.uri)}`;
  return block.text === undefined ? name : `${name}\n\n${fencedBlock(block.text)}`;
}
