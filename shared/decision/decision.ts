import * as z from 'zod';
import { FormField } from '../elicitation/form.ts';
import { Rule } from '../policy/policy.ts';
import { annotationWords } from '../servers/annotations.ts';
import { SamplingModel, samplingRequest, SamplingSpent, samplingStops, SamplingUse } from './sampling.ts';

const base = {
  id: z.string(),
  /** Milliseconds since 1970, when it was asked. */
  askedAt: z.number(),
  /** False until 800 ms after the card's first full paint: main refuses an answer before. */
  armed: z.boolean(),
};

/** Where a server runs, in Steward's own words. */
export const Place = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('bundled') }),
  z.object({ kind: z.literal('this-computer'), commandLine: z.string() }),
  z.object({ kind: z.literal('remote'), host: z.string() }),
]);
export type Place = z.infer<typeof Place>;

/** Why a call is asked about now. */
export const askReasons = ['no-rule', 'edited', 'definition-changed', 'rule-asks', 'read-elsewhere'] as const;

export const ToolCallDecision = z.object({
  ...base,
  kind: z.literal('tool-call'),
  serverKey: z.string(),
  toolName: z.string(),
  toolTitle: z.string().optional(),
  toolDescription: z.string(),
  /** What the server's annotations say of it: its word, on which nothing rests (TOL-2). */
  serverSays: z.array(z.enum(annotationWords)).optional(),
  place: Place,
  conversationId: z.string(),
  chatTitle: z.string(),
  turnId: z.string(),
  callId: z.string(),
  /** The round of the turn in which the model asked for it; calls of one round to one tool may be allowed together. */
  round: z.number().optional(),
  reason: z.enum(askReasons),
  /** The other servers whose words the model had read in this turn before it asked for this call. */
  readFrom: z.array(z.string()).optional(),
  /** The exact text of the `arguments` member that will be sent: compact JSON, byte for byte. */
  argumentsText: z.string(),
  /** What was filled in or converted before asking, as JSON pointers into the arguments. */
  adjusted: z.array(z.object({ pointer: z.string(), how: z.enum(['default', 'converted']) })),
});

/** One variable that the launch sets, unexpanded; `uses` names the variables of the person's own environment it refers to. */
export const LaunchVariable = z.object({ name: z.string(), value: z.string(), uses: z.array(z.string()), secretLooking: z.boolean() });
export const launchDangers = ['shell', 'sudo', 'deletes', 'network-install', 'home-access', 'node-options', 'plain-http'] as const;

export const ServerTrustDecision = z.object({
  ...base,
  kind: z.literal('server-trust'),
  serverKey: z.string(),
  place: Place,
  command: z.string(),
  args: z.array(z.string()),
  env: z.array(LaunchVariable),
  cwd: z.string().optional(),
  /** True when this name was trusted before with another launch. */
  changed: z.boolean(),
  dangers: z.array(z.enum(launchDangers)),
});

export const ToolChange = z.object({
  name: z.string(),
  change: z.enum(['new', 'changed', 'removed']),
  /** The whole definition as the server sent it, pretty-printed JSON; empty for a removed tool. */
  raw: z.string(),
  /** The definition accepted before, for a changed or removed one. */
  before: z.string().optional(),
});
export type ToolChange = z.infer<typeof ToolChange>;

export const ToolsDecision = z.object({
  ...base,
  kind: z.literal('tools'),
  serverKey: z.string(),
  place: Place,
  /** `new` the first time, `changed` when anything differs from what was accepted. */
  change: z.enum(['new', 'changed']),
  tools: z.array(ToolChange),
  /** Tools that were accepted before and are the same now. */
  unchangedCount: z.number(),
  instructions: z.string().optional(),
  instructionsBefore: z.string().optional(),
});

export const GoOnDecision = z.object({
  ...base,
  kind: z.literal('go-on'),
  conversationId: z.string(),
  chatTitle: z.string(),
  turnId: z.string(),
  /** `input`: a running call keeps asking for something else. */
  reason: z.enum(['rounds', 'repeat', 'input']),
  rounds: z.number(),
  serverKey: z.string().optional(),
  toolName: z.string().optional(),
});

/** A server wants a model to answer something. Nothing has been sent to any model. */
export const SamplingRequestDecision = z.object({
  ...base,
  ...samplingRequest,
  kind: z.literal('sampling-request'),
  serverKey: z.string(),
  place: Place,
  /** The call that waits for it, where the protocol tells. */
  toolName: z.string().optional(),
  /** The model that would answer, all that could, and whose choice it is. */
  model: SamplingModel,
  models: z.array(SamplingModel),
  chosenBy: z.enum(['hint', 'default', 'person']),
  hints: z.array(z.string()),
  /** The hint that the model was chosen by. */
  matchedHint: z.string().optional(),
  spent: SamplingSpent,
  /** The person has changed its words. */
  edited: z.boolean(),
});

/** The model's answer, before the server gets it. */
export const SamplingAnswerDecision = z.object({
  ...base,
  kind: z.literal('sampling-answer'),
  serverKey: z.string(),
  place: Place,
  toolName: z.string().optional(),
  modelName: z.string(),
  text: z.string(),
  /** The tools that the model wants the server to use. */
  uses: z.array(SamplingUse),
  stopReason: z.enum(samplingStops),
  tokens: z.number(),
  edited: z.boolean(),
});

/** A rule that would allow calls, asked for on the chat page, which may not grant anything by itself. */
export const RuleDecision = z.object({
  ...base,
  kind: z.literal('rule'),
  serverKey: z.string(),
  place: Place,
  rule: Rule,
  /** The names of the tools it covers now. */
  covers: z.array(z.string()),
});

/** More questions than a person can weigh came from one server within a minute: the rest is held back. */
export const TooManyDecision = z.object({
  ...base,
  kind: z.literal('too-many'),
  serverKey: z.string(),
  asksPerMinute: z.number(),
});

/** Whom the question of a server is for, where that is known. */
const waitsFor = {
  toolName: z.string().optional(),
  /** What is being read instead: the address of a resource, or the name of a prompt. */
  reading: z.string().optional(),
};
/** A server wants to know something of the person. What is filled in is never part of the decision, and is kept nowhere. */
export const ElicitationDecision = z.object({
  ...base,
  ...waitsFor,
  kind: z.literal('elicitation'),
  serverKey: z.string(),
  place: Place,
  message: z.string(),
  fields: z.array(FormField),
  /** It looks like a form that asks for secrets: a yes counts only with `sendAnyway`. */
  secretLooking: z.boolean(),
});
/** A server wants the person to open a page in their browser. Nothing has been fetched. */
export const LinkDecision = z.object({
  ...base,
  ...waitsFor,
  kind: z.literal('link'),
  serverKey: z.string(),
  place: Place,
  message: z.string(),
  /** The exact address, in three parts. */
  before: z.string(),
  host: z.string(),
  after: z.string(),
  /** The host as it will be looked up, and as it reads where that differs. */
  asciiHost: z.string(),
  unicodeHost: z.string().optional(),
});
/** The person has opened what a call needs; the call is sent again when they, or the server, say that it is done there. */
export const LinkWaitingDecision = z.object({
  ...base,
  ...waitsFor,
  kind: z.literal('link-waiting'),
  serverKey: z.string(),
  place: Place,
  hosts: z.array(z.string()),
});

/** A server wants the person to sign in: a page of an authorization server is to be opened in the system's browser. */
export const SignInDecision = z.object({
  ...base,
  kind: z.literal('sign-in'),
  serverKey: z.string(),
  place: Place,
  /** `more-rights`: there is a sign-in, and it allows too little. */
  reason: z.enum(['sign-in', 'more-rights']),
  /** The authorization server that it goes to, and all that the server names; the person may pick another. */
  issuer: z.string(),
  issuers: z.array(z.string()),
  /** Everything that is asked for, and what of it is new. */
  scopes: z.array(z.string()),
  newScopes: z.array(z.string()),
  /** The whole address that will be opened. */
  url: z.string(),
});

/** A question only a person (or a rule the person made) may answer. Kinds differ in payload, never in mechanism. */
export const Decision = z.discriminatedUnion('kind', [
  ToolCallDecision,
  ServerTrustDecision,
  ToolsDecision,
  GoOnDecision,
  SamplingRequestDecision,
  SamplingAnswerDecision,
  RuleDecision,
  TooManyDecision,
  ElicitationDecision,
  LinkDecision,
  LinkWaitingDecision,
  SignInDecision,
]);
export type Decision = z.infer<typeof Decision>;
export type DecisionKind = Decision['kind'];
export type DecisionOf<K extends DecisionKind> = Extract<Decision, { kind: K }>;

/**
 * What the decision page may answer. `allow-chat` and `allow-always` exist for tool calls only, `cancel` (neither yes nor no) for what servers
 * ask to be told or opened; elsewhere they are refused.
 */
export const Answer = z.enum(['allow', 'allow-chat', 'allow-always', 'deny', 'cancel']);
export type Answer = z.infer<typeof Answer>;

/** What a person has filled in, by field. Main checks it against what was asked before it counts. */
export const Content = z.record(
  z.string().max(500),
  z.union([z.string().max(100_000), z.number(), z.boolean(), z.array(z.string().max(10_000)).max(1000)]),
);
export type Content = z.infer<typeof Content>;

/** How a decision ended. Who decided is set by main alone. Anything but `allowed` means that nothing happens. */
export const Verdict = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('allowed'), by: z.enum(['person', 'rule', 'automatic']), ruleId: z.string().optional() }),
  z.object({ kind: z.literal('denied'), by: z.enum(['person', 'rule', 'automatic']), ruleId: z.string().optional() }),
  z.object({
    kind: z.literal('withdrawn'),
    because: z.enum(['stopped', 'amended', 'changed', 'window-closed', 'quit', 'server-gone', 'server-done']),
  }),
]);
export type Verdict = z.infer<typeof Verdict>;

export const DecisionEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('decision.asked'), decision: Decision }),
  z.object({ type: z.literal('decision.armed'), id: z.string() }),
  z.object({ type: z.literal('decision.disarmed'), id: z.string() }),
  z.object({ type: z.literal('decision.settled'), id: z.string(), verdict: Verdict }),
]);
export type DecisionEvent = z.infer<typeof DecisionEvent>;

/** Everything that waits, oldest first. */
export type PendingDecisions = readonly Decision[];
export const noDecisions: PendingDecisions = [];
export function reducePending(state: PendingDecisions, event: DecisionEvent): PendingDecisions {
  switch (event.type) {
    case 'decision.asked':
      return [...state, event.decision];
    case 'decision.armed':
      return state.map((d) => (d.id === event.id ? { ...d, armed: true } : d));
    case 'decision.disarmed':
      return state.map((d) => (d.id === event.id ? { ...d, armed: false } : d));
    case 'decision.settled':
      return state.filter((d) => d.id !== event.id);
  }
}
