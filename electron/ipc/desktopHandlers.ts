import path from 'node:path';
import type { DroppedFile } from '#shared/desktop/dropped.ts';
import type { Handlers } from '#shared/ipc/contract.ts';
import { FailureError } from '#shared/ipc/failure.ts';
import type { Attachments } from '../conversation/attachments.ts';
import type { Updates } from '../desktop/updates.ts';
import type { Surface } from './handlers.ts';

export interface DesktopHandlerParts {
  readonly surface: Surface;
  readonly attachments: Attachments;
  readonly updates: Updates;
  /** The text of the diagnostics as of now. */
  readonly diagnostics: () => string;
}
type Names =
  | 'attachment.addDropped'
  | 'about.read'
  | 'about.notices'
  | 'diagnostics.read'
  | 'diagnostics.copy'
  | 'logs.open'
  | 'update.setFeed'
  | 'update.check'
  | 'update.download'
  | 'update.install';

/** The handlers behind what the desktop gives: dropped files, about, diagnostics, logs, updates. */
export function createDesktopHandlers({ surface, attachments, updates, diagnostics }: DesktopHandlerParts): Pick<Handlers, Names> {
  return {
    'attachment.addDropped': async ({ conversationId }) => ({ files: await addDropped(surface, attachments, conversationId) }),
    'about.read': async () => ({ system: '', hasNotices: false, ...surface.about() }),
    'about.notices': async () => ({ text: (await surface.notices?.()) ?? '' }),
    'diagnostics.read': async () => ({ text: diagnostics() }),
    'diagnostics.copy': async () => {
      if (!surface.copyText) throw new FailureError('unavailable', 'no clipboard here');
      surface.copyText(diagnostics());
    },
    'logs.open': async () => ({ opened: (await surface.openLogs?.()) ?? false }),
    'update.setFeed': async ({ url }) => ({ taken: await updates.setFeed(url.trim()) }),
    'update.check': async () => updates.check(),
    'update.download': async () => updates.download(),
    'update.install': async () => updates.install(),
  };
}

/** One after the other, in the order in which they were dropped; what can't be attached is told by its name. */
async function addDropped(surface: Surface, attachments: Attachments, conversationId: string): Promise<DroppedFile[]> {
  const told: DroppedFile[] = [];
  for (const file of surface.takeDropped?.() ?? []) {
    const name = path.basename(file).slice(0, 200);
    try {
      await attachments.addFile(conversationId, file);
      told.push({ name });
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
      told.push({ name, failure: error.failure });
    }
  }
  return told;
}
