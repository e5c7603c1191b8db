import * as z from 'zod';

/** One model a person can choose. `id` is `provider/model`. */
export const ModelView = z.object({
  id: z.string(),
  provider: z.enum(['demo', 'environment', 'configured', 'local']),
  /** The provider's own name, under which its models stand together; absent where the kind says it. */
  group: z.string().optional(),
  name: z.string(),
  /** The origin that text is sent to; absent for the built-in one, which sends nothing anywhere. */
  origin: z.string().optional(),
  sendsOut: z.boolean(),
});
export type ModelView = z.infer<typeof ModelView>;
export const ModelsEvent = z.object({ type: z.literal('models.changed'), models: z.array(ModelView), selected: z.string() });
export type ModelsEvent = z.infer<typeof ModelsEvent>;
export interface ModelsState {
  readonly models: readonly ModelView[];
  readonly selected: string;
}
export const noModels: ModelsState = { models: [], selected: '' };
export const reduceModels = (_state: ModelsState, event: ModelsEvent): ModelsState => ({ models: event.models, selected: event.selected });
