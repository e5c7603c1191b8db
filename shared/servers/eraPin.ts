import * as z from 'zod';

/** Which version of the protocol a server may be spoken to in, where the person does not leave that to be found out. */
export const EraPin = z.enum(['newer', 'older']);
export type EraPin = z.infer<typeof EraPin>;
export const eraChoices = ['automatic', ...EraPin.options] as const;
