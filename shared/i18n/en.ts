import { problems } from './en/problems.ts';

/** The English catalog: the one that defines the keys. */
export const en = { ...problems } as const;
export type MessageKey = keyof typeof en;
