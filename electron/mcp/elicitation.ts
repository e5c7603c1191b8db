import { domainToUnicode } from 'node:url';
import * as z from 'zod';
import type { Content, DecisionOf, Place } from '#shared/decision/decision.ts';
import { checkForm, type FormContent } from '#shared/elicitation/checkForm.ts';
import { type FormField, nameOfField, startOf } from '#shared/elicitation/form.ts';
import { linkRefusals, type ReadLink, readLink } from '#shared/elicitation/link.ts';
import { readForm } from '#shared/elicitation/readForm.ts';
import { secretAnswers, type SecretForm, sendAnyway } from '#shared/elicitation/secretStop.ts';
import { asksForSecret } from '#shared/elicitation/secretWords.ts';
import { FailureError } from '#shared/ipc/failure.ts';
import { isLoopback } from '#shared/net/loopback.ts';
import type { Gate, Settled } from '../decision/gate.ts';
import type { InboundAsk } from './inboundKind.ts';
import type { AskFacts, RunningRequest } from './runningRequest.ts';
import { InboundRefusedError } from './samplingRequest.ts';

export interface ElicitationParts {
  readonly gate: Gate;
  readonly serverKey: string;
  readonly place: () => Place;
  /** Gives an address to the system browser, which the person has just said yes to. Absent where there is none: then no links are taken. */
  readonly openLink?: ((href: string) => Promise<void>) | undefined;
  /** Told of answers that look like secrets, before they leave: they must not be seen in anything that is written down. */
  readonly onSecrets: (texts: readonly string[]) => void;
}
/** The result of elicitation/create. */
export interface Elicited {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: FormContent;
}

const longestMessage = 10_000;
const Params = z.looseObject({
  /** Missing means a form (ELI-1). */
  mode: z.string().default('form'),
  message: z.string().max(longestMessage),
  requestedSchema: z.unknown().optional(),
  url: z.string().optional(),
});
/** A link that a server wants opened: in a request of its own, or as a condition of another (-32042). */
export const LinkWish = z.looseObject({
  message: z.string().max(longestMessage).catch(''),
  url: z.string(),
  elicitationId: z.string().max(500).optional(),
});
export type LinkWish = z.infer<typeof LinkWish>;

/** Puts what a server wants to know, or to have opened, before the person. Throws `InboundRefusedError` for what can't be shown. */
export async function elicit(parts: ElicitationParts, ask: InboundAsk): Promise<Elicited> {
  const read = Params.safeParse(ask.params);
  if (!read.success) throw new InboundRefusedError('the elicitation request is not valid');
  const { mode, message, requestedSchema, url } = read.data;
  if (mode === 'form') return fillIn(parts, ask, message, requestedSchema);
  if (mode !== 'url' || !parts.openLink) throw new InboundRefusedError(`elicitation of the mode ${mode.slice(0, 50)} was not declared`);
  if (url === undefined) throw new InboundRefusedError('the elicitation request has no url');
  // A server that asks for a link again which was opened for this very request waits for what happens there.
  if (ask.running?.opened.has(url)) return { action: (await untilDone(parts, ask, [url])) ? 'accept' : 'cancel' };
  return openLink(parts, ask, { message, url });
}

async function fillIn(parts: ElicitationParts, { signal, running }: InboundAsk, message: string, schema: unknown): Promise<Elicited> {
  const form = readForm(schema);
  if ('problem' in form) throw new InboundRefusedError(form.problem);
  const fields = [...form.fields];
  const secretLooking = asksForSecret([message]);
  const question = { kind: 'elicitation' as const, ...who(parts, running), message, fields, secretLooking };
  const settled = await parts.gate.ask(question, signal, { content: (content) => checked(question, content) });
  const action = actionOf(settled);
  if (action !== 'accept') return { action };
  // Only what answers in a person's place says yes without having filled in anything: then the defaults stand.
  const content = (settled.content ?? checked(question, startOf(fields))) as FormContent;
  parts.onSecrets(secretsIn(question, content));
  return { action, content };
}

/** What is sent, or a `FailureError` that leaves the question where it is. */
function checked(question: { readonly fields: readonly FormField[]; readonly secretLooking: boolean }, filled: Content): Content {
  const { [sendAnyway]: consent, ...values } = filled;
  const { content, problems } = checkForm(question.fields, values);
  const wrong = Object.keys(problems);
  if (wrong.length > 0) throw new FailureError('invalid-input', `these fields do not fit: ${wrong.join(', ').slice(0, 500)}`);
  if (secretAnswers(question, content).length > 0 && consent !== true) throw new FailureError('invalid-input', 'it looks like a secret');
  return content;
}

/** The answers that nobody may find anywhere afterwards; very short ones would hide half of every text. */
const secretsIn = (form: SecretForm, content: FormContent): string[] =>
  secretAnswers(form, content)
    .map((key) => String(content[key]))
    .filter((value) => value.length >= 4);

/** Shows a link whole and opens it after a yes. To accept means only that: what happens there is not known. */
export async function openLink(parts: ElicitationParts, { signal, running }: InboundAsk, { message, url }: LinkWish): Promise<Elicited> {
  const link = readLink(url, isHere(parts.place()));
  if ('refused' in link) throw new InboundRefusedError(linkRefusals[link.refused]);
  const settled = await parts.gate.ask({ kind: 'link', ...who(parts, running), message, ...shown(link) }, signal);
  const action = actionOf(settled);
  if (action !== 'accept') return { action };
  try {
    await parts.openLink?.(link.href);
  } catch {
    return { action: 'cancel' }; // no browser took it: nothing was opened
  }
  running?.opened.add(url);
  return { action };
}

/** Waits until the person says that they are done in the browser: true; or that they give up. An aborted `done` counts as done. */
export async function untilDone(parts: ElicitationParts, ask: InboundAsk, urls: readonly string[], done?: AbortSignal): Promise<boolean> {
  const hosts = [...new Set(urls.flatMap((url) => (URL.canParse(url) ? [new URL(url).hostname] : [])))];
  const signal = done ? AbortSignal.any([ask.signal, done]) : ask.signal;
  const again = (): Promise<void> => openAgain(parts, urls);
  const { verdict } = await parts.gate.ask({ kind: 'link-waiting', ...who(parts, ask.running), hosts }, signal, { again });
  return verdict.kind === 'allowed' || (done?.aborted === true && !ask.signal.aborted);
}

/** The pages that the person has said yes to before, once more: they may have closed them. */
async function openAgain(parts: ElicitationParts, urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    const link = readLink(url, isHere(parts.place()));
    if ('refused' in link || !parts.openLink) throw new FailureError('unavailable', 'there is no browser to open it in');
    try {
      await parts.openLink(link.href);
    } catch (error) {
      throw new FailureError('unavailable', 'no browser took it', { cause: error });
    }
  }
}

function who({ serverKey, place }: ElicitationParts, running: RunningRequest | undefined) {
  return {
    serverKey,
    place: place(),
    ...(running?.toolName === undefined ? {} : { toolName: running.toolName }),
    ...(running?.reading === undefined ? {} : { reading: running.reading }),
  };
}
function shown({
  before,
  host,
  after,
  asciiHost,
}: ReadLink): Pick<DecisionOf<'link'>, 'before' | 'host' | 'after' | 'asciiHost' | 'unicodeHost'> {
  const unicodeHost = domainToUnicode(asciiHost);
  return { before, host, after, asciiHost, ...(unicodeHost === '' || unicodeHost === asciiHost ? {} : { unicodeHost }) };
}
function isHere(place: Place): boolean {
  return place.kind !== 'remote' || isLoopback(place.host.replace(/:\d+$/, ''));
}
/** Anything but a clear yes or no is neither: a card that was closed, a question that was taken back. */
function actionOf({ verdict, answer }: Settled): Elicited['action'] {
  if (verdict.kind === 'allowed') return 'accept';
  return verdict.kind === 'denied' && answer !== 'cancel' ? 'decline' : 'cancel';
}

/** What is remembered of an elicitation with its call: the names of fields, or the host; never an answer. */
export function elicitationFacts(params: unknown): AskFacts {
  const read = Params.safeParse(params);
  if (!read.success) return { kind: 'form' };
  const { mode, url = '', requestedSchema } = read.data;
  if (mode === 'url') return { kind: 'link', ...(URL.canParse(url) ? { host: new URL(url).hostname } : {}) };
  const form = readForm(requestedSchema);
  return { kind: 'form', ...('fields' in form ? { fields: form.fields.map((field) => nameOfField(field).slice(0, 100)) } : {}) };
}
