import * as z from 'zod';

export const iconTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
/** A picture that main has fetched and told by its bytes, at most 256 kB and 512 pixels either way (S4). */
export const Icon = z.object({ type: z.enum(iconTypes), data: z.instanceof(Uint8Array<ArrayBuffer>) });
export type Icon = z.infer<typeof Icon>;
