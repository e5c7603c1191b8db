import type { Handlers } from '#shared/ipc/contract.ts';
import type { resourceRequests } from '#shared/ipc/resourceRequests.ts';
import type { Turns } from '../agent/turns.ts';
import type { AlwaysAttached } from '../conversation/alwaysAttached.ts';
import type { Attachments } from '../conversation/attachments.ts';
import type { ResourceChoices } from '../mcp/resourceChoices.ts';
import type { Resources } from '../mcp/resources.ts';

export interface ResourceHandlerParts {
  readonly turns: Turns;
  readonly resources: Resources;
  readonly attachments: Attachments;
  readonly resourceChoices: ResourceChoices;
  readonly always: AlwaysAttached;
  readonly surface: { pickFile(): Promise<string | undefined> };
}
/** A drop is the desktop's. */
type Names = Exclude<keyof typeof resourceRequests, 'attachment.addDropped'> | 'conversation.send' | 'conversation.context';

/** The handlers of resources, of what is attached of them, and of the message that carries it away. */
export function createResourceHandlers(parts: ResourceHandlerParts): Pick<Handlers, Names> {
  const { turns, resources, attachments, resourceChoices, always, surface } = parts;
  const byHand = (ids: readonly string[] = []) =>
    attachments.draft(ids).flatMap(({ source }) => (source.kind === 'resource' ? [source] : []));
  return {
    'conversation.send': async ({ conversationId, text, attachmentIds, leaveOut = [] }) => {
      turns.checkFree(conversationId);
      // What is attached by hand goes once, as it was attached.
      const also = await always.read([...leaveOut, ...byHand(attachmentIds)]);
      return { turnId: turns.send(conversationId, text, attachmentIds, also) };
    },
    'conversation.context': async ({ conversationId, text, attachmentIds }) => {
      const view = turns.context(conversationId, text, attachmentIds);
      return { ...view, items: [...view.items, ...always.items(byHand(attachmentIds))] };
    },
    'resource.list': async ({ refresh }) => resources.list(refresh),
    'resource.read': async ({ serverKey, uri }) => resources.read(serverKey, uri),
    'resource.complete': async ({ serverKey, ...question }) => resources.complete(serverKey, question),
    'resource.setAutoUpdate': async ({ serverKey, on }) => resourceChoices.setAutoUpdate(serverKey, on),
    'resource.setAlways': async ({ serverKey, uri, on }) => resourceChoices.setAlways(serverKey, uri, on),
    'resource.setModelReads': async ({ serverKey, on }) => resourceChoices.setModelReads(serverKey, on),
    'attachment.addResource': async ({ conversationId, serverKey, uri }) => ({
      id: await attachments.addResource(conversationId, serverKey, uri),
    }),
    'attachment.addFile': async ({ conversationId, path }) => ({ id: await attachments.addFile(conversationId, path) }),
    'attachment.pickFile': async ({ conversationId }) => {
      const path = await surface.pickFile();
      return path === undefined ? {} : { id: await attachments.addFile(conversationId, path) };
    },
    'attachment.update': async ({ id }) => attachments.update(id),
    'attachment.setAuto': async ({ id, on }) => attachments.setAuto(id, on),
    'attachment.remove': async ({ conversationId, id }) => attachments.remove(conversationId, id),
    'attachment.read': async ({ id }) => ({ parts: [...attachments.parts(id)] }),
  };
}
