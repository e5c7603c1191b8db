import { type FenceWord, splitFences } from '#shared/conversation/fence.ts';
import type { ModelMessage, ModelRequest, ToolSpec } from './provider.ts';

export type Language = 'en' | 'zh';
/** Why a call has no result, told from the words that the agent gives the model. */
export type Setback = 'denied' | 'stopped' | 'timed-out' | 'not-sent' | 'unknown' | 'error';
export interface DemoResult {
  readonly name: string;
  readonly text: string;
  readonly setback: Setback | undefined;
}
/** Only so much of a question is compared with the rules, so that a pasted book costs nothing. */
export const READ_CHARACTERS = 4000;

/** The question that is open now and what has been done about it. */
export interface Exchange {
  /** The person's words, without attached blocks. */
  readonly question: string;
  /** The text of attached blocks; empty without. */
  readonly attached: string;
  readonly language: Language;
  readonly tools: readonly ToolSpec[];
  /** The results of each round of calls since the question. */
  readonly rounds: readonly (readonly DemoResult[])[];
  /** True for the first question of the conversation. */
  readonly first: boolean;
}
/** What the demo model does next: text, then calls. */
export interface DemoPlan {
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly argumentsText: string }[];
}
export type DemoRule = (exchange: Exchange) => DemoPlan | undefined;
export interface WantedCall {
  /** The server's own name of the tool. */
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);
export const say = (text: string): DemoPlan => ({ text, calls: [] });

/** Reads the open question out of a request. Pure. */
export function exchangeOf({ messages, tools }: ModelRequest): Exchange {
  const at = messages.findLastIndex((message) => message.role === 'user');
  const asked = messages[at];
  const text = asked?.role === 'user' ? asked.text : '';
  const { outside, blocks } = splitFences(text);
  const textsOf = (word: FenceWord): string[] => blocks.filter((block) => block.word === word).map((block) => block.text);
  const attached = textsOf('ATTACHED').join('\n\n');
  // What a chosen prompt says in the person's name is part of the question.
  const question = [...textsOf('PROMPT'), outside].join('\n\n').trim();
  return {
    question,
    attached,
    language: isChinese(question) ? 'zh' : 'en',
    tools,
    rounds: roundsOf(messages.slice(at + 1)),
    first: messages.findIndex((message) => message.role === 'user') === at,
  };
}

function roundsOf(messages: readonly ModelMessage[]): DemoResult[][] {
  return messages.flatMap((message, at) => {
    if (message.role !== 'assistant' || message.calls.length === 0) return [];
    const rest = messages.slice(at + 1);
    const end = rest.findIndex((other) => other.role !== 'tool');
    const answers = end < 0 ? rest : rest.slice(0, end);
    return [
      message.calls.map((call): DemoResult => {
        const answer = answers.find((other) => other.role === 'tool' && other.callId === call.id);
        const text = answer?.role === 'tool' ? answer.text : '';
        return { name: call.name, text, setback: answer ? setbackOf(text) : 'unknown' };
      }),
    ];
  });
}

/** The beginnings of what the agent says to a model about a call without a result. */
const setbacks: readonly (readonly [Setback, RegExp])[] = [
  ['denied', /^(the person did not allow|denied|declined|the call was denied|the person denied)/i],
  ['stopped', /^(the person stopped|the turn ended before|cancell?ed|the call was cancell?ed)/i],
  ['timed-out', /^(the call was given up|timed out|the call timed out)/i],
  ['not-sent', /^(the call was not sent|this call has not been run|steward closed before)/i],
  ['unknown', /^(the connection to the server ended|steward closed while)/i],
  ['error', /^(the tool reported an error|the server refused the call|error\b|failed\b)/i],
];
const setbackOf = (text: string): Setback | undefined => setbacks.find(([, pattern]) => pattern.test(text.trimStart()))?.[0];

/** The connected tools that a name may mean: the whole name, `server__tool`, or the tool alone; a shortened name's hash doesn't count. */
export function toolsNamed(tools: readonly ToolSpec[], name: string): readonly ToolSpec[] {
  const exact = tools.filter((tool) => tool.name === name);
  if (exact.length > 0) return exact;
  return tools.filter((tool) => {
    const plain = tool.name.replace(/_[0-9a-f]{6,}$/, '');
    return [tool.name, plain].some(
      (full) => full === name || full.slice(full.lastIndexOf('__') + 2) === name || full.slice(full.indexOf('__') + 2) === name,
    );
  });
}

/** Calls by the servers' own tool names, or a sentence that says which tool is not there. */
export function callOrSay({ tools, language }: Exchange, text: string, wanted: readonly WantedCall[]): DemoPlan {
  const found = wanted.map((call) => ({ call, tool: toolsNamed(tools, call.tool)[0] }));
  const missing = [...new Set(found.filter(({ tool }) => !tool).map(({ call }) => call.tool))];
  if (missing.length > 0) {
    return say(
      language === 'zh'
        ? `这个问题需要工具 ${missing.join('、')}，但现在没有已连接并获准的服务器提供它。请在“服务器”中查看。`
        : `This needs a tool named ${missing.join(' and ')}, and no connected and accepted server offers it. Have a look at Servers.`,
    );
  }
  return {
    text,
    calls: found.flatMap(({ call, tool }) => (tool ? [{ name: tool.name, argumentsText: JSON.stringify(call.arguments) }] : [])),
  };
}

const setbackWords: Readonly<Record<Language, Readonly<Record<Setback, string>>>> = {
  en: {
    denied: 'you did not allow the call to {tool}, so it was not run',
    stopped: 'the call to {tool} was stopped',
    'timed-out': '{tool} did not answer in time',
    'not-sent': 'the call to {tool} was not sent',
    unknown: 'it is not known what became of the call to {tool}',
    error: '{tool} reported an error',
  },
  zh: {
    denied: '您没有允许调用 {tool}，所以没有执行',
    stopped: '对 {tool} 的调用已停止',
    'timed-out': '{tool} 没有按时应答',
    'not-sent': '对 {tool} 的调用没有发出',
    unknown: '不知道对 {tool} 的调用结果如何',
    error: '{tool} 报告了错误',
  },
};

/** Says honestly that a call gave no result, with what was said about it, and that it is not tried again. */
export function setbackText({ name, text, setback }: DemoResult, language: Language): string {
  const words = setbackWords[language][setback ?? 'error'].replace('{tool}', name);
  return language === 'zh'
    ? `没有得到结果：${words}。我不会自己再试一次。\n\n> ${quoted(text)}`
    : `I have no result: ${words}. I do not try again by myself.\n\n> ${quoted(text)}`;
}
const quoted = (text: string): string => text.trim().replaceAll('\n', '\n> ');
