import * as z from 'zod';

/** The most resources that may be always attached, over all servers, and the characters of text that all of them together may bring along. */
export const maxAlways = 5;
export const alwaysBudget = 60_000;

/** What the person has chosen for one server and its resources. Bound to the server's launch. */
export const ResourceChoices = z.object({
  serverKey: z.string(),
  /** The model may read resources of this server, each reading decided like a call. */
  modelReads: z.boolean(),
  /** What is attached of this server and waits is read anew when the server tells of a change. */
  autoUpdate: z.boolean(),
  /** These are read at each sending and go with each new message. */
  always: z.array(z.object({ uri: z.string(), title: z.string() })),
});
export type ResourceChoices = z.infer<typeof ResourceChoices>;

export const ResourceChoicesEvent = z.object({ type: z.literal('choices.changed'), choices: z.array(ResourceChoices) });
export type ResourceChoicesEvent = z.infer<typeof ResourceChoicesEvent>;
/** Of every server for which something was chosen. */
export type ResourceChoicesState = readonly ResourceChoices[];
export const noResourceChoices: ResourceChoicesState = [];
export const reduceResourceChoices = (_state: ResourceChoicesState, event: ResourceChoicesEvent): ResourceChoicesState => event.choices;

/** What holds for a server: nothing is on until it is turned on. */
export const choicesOf = (state: ResourceChoicesState, serverKey: string): ResourceChoices =>
  state.find((one) => one.serverKey === serverKey) ?? { serverKey, modelReads: false, autoUpdate: false, always: [] };
