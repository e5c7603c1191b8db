import * as z from 'zod';

/** One message as a model got it. */
export const ModelMessageView = z.discriminatedUnion('role', [
  z.looseObject({ role: z.literal('user'), text: z.string() }),
  z.looseObject({
    role: z.literal('assistant'),
    text: z.string(),
    reasoning: z.string(),
    calls: z.array(z.looseObject({ id: z.string(), name: z.string(), argumentsText: z.string() })),
  }),
  z.looseObject({
    role: z.literal('tool'),
    callId: z.string(),
    text: z.string(),
    /** Pictures of the result that went along, where the model can be shown some. */
    pictures: z.array(z.looseObject({ media: z.string(), bytes: z.number() })).optional(),
  }),
]);
export type ModelMessageView = z.infer<typeof ModelMessageView>;

/** One request to a model as Steward made it: all that the model saw. There is no key in it: keys are added at the wire. */
export const ModelRequestView = z.object({
  round: z.number(),
  at: z.number(),
  bytes: z.number(),
  system: z.string(),
  messages: z.array(ModelMessageView),
  tools: z.array(z.looseObject({ name: z.string(), description: z.string(), parameters: z.record(z.string(), z.unknown()) })),
});
export type ModelRequestView = z.infer<typeof ModelRequestView>;

/** About how many tokens a text has: four Latin letters or one and a half other characters are one. */
export function estimateTokens(text: string): number {
  let wide = 0;
  for (const letter of text) if (letter > '\u02ff') wide += 1;
  return Math.ceil((text.length - wide) / 4 + wide / 1.5);
}
