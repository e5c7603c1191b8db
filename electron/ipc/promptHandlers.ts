import type { Handlers } from '#shared/ipc/contract.ts';
import type { promptRequests } from '#shared/ipc/promptRequests.ts';
import type { Attachments } from '../conversation/attachments.ts';
import type { Prompts } from '../mcp/prompts.ts';
import { wayOf } from '../mcp/promptWay.ts';

export interface PromptHandlerParts {
  readonly prompts: Prompts;
  readonly attachments: Attachments;
}

/** The handlers behind a prompt on its way into a message. */
export function createPromptHandlers({ prompts, attachments }: PromptHandlerParts): Pick<Handlers, keyof typeof promptRequests> {
  return {
    'prompt.list': async ({ refresh }) => prompts.list(refresh),
    'prompt.get': async ({ serverKey, name, arguments: given }) => prompts.get(serverKey, { name, arguments: given }),
    'prompt.complete': async ({ serverKey, ...question }) => prompts.complete(serverKey, question),
    'prompt.insert': async ({ conversationId, id }) => {
      const made = prompts.made(id);
      const way = wayOf(made.messages);
      const attachmentId = attachments.addPrompt(conversationId, made, way.kind);
      return { attachmentId, ...(way.kind === 'text' ? { text: way.text } : {}) };
    },
  };
}
