import * as z from 'zod';

const eras = ['newer', 'older'] as const;
/** Which version of the protocol a server may be spoken to in, where the person does not leave that to be found out. */
export const EraPin = z.enum(eras);
export type EraPin = z.infer<typeof EraPin>;
export const eraChoices = ['automatic', ...eras] as const;
