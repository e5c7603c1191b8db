import type { SamplingModel } from '#shared/decision/sampling.ts';
import type { ModelView } from '#shared/models/models.ts';
import type { ModelProvider } from '../models/provider.ts';

/** The models that may answer for a server. */
export interface SamplingModels {
  views(): readonly ModelView[];
  provider(id: string): ModelProvider | undefined;
  /** The person's own choice. */
  selectedId(): string;
}
/** The model that would answer, and why that one. */
export interface Chosen {
  readonly model: ModelView;
  readonly chosenBy: 'hint' | 'default';
  readonly matchedHint?: string;
}

/** The first hint that is part of a model's name decides (SAM-2); without one the person's own choice. Undefined when there is no model. */
export function chooseModel(hints: readonly string[], models: readonly ModelView[], selectedId: string): Chosen | undefined {
  for (const hint of hints) {
    const wanted = hint.toLowerCase();
    const model = models.find(({ id, name }) => id.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted));
    if (model) return { model, chosenBy: 'hint', matchedHint: hint };
  }
  const model = models.find(({ id }) => id === selectedId) ?? models[0];
  return model && { model, chosenBy: 'default' };
}

/** Those that can answer a request: with pictures only those that can be shown any. */
export const ableModels = (models: SamplingModels, hasPictures: boolean): readonly ModelView[] =>
  models.views().filter(({ id }) => !hasPictures || models.provider(id)?.seesImages === true);

/** What a card says of a model. */
export const toSamplingModel = ({ id, name, group, origin, sendsOut }: ModelView): SamplingModel => ({
  id,
  name,
  sendsOut,
  ...(group === undefined ? {} : { group }),
  ...(origin === undefined ? {} : { origin }),
});
