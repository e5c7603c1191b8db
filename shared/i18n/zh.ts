import type { MessageKey } from './en.ts';
import { problems } from './zh/problems.ts';

/** 简体中文. A missing key does not compile. */
export const zh: Readonly<Record<MessageKey, string>> = { ...problems };
