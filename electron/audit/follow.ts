import type { ToolCall } from '#shared/conversation/state.ts';
import type { Tables } from '../storage/tables.ts';
import { bundledFacts, chatFolderFact, eraPinFact, providerFacts, resourceChoiceFact, secretFact, switchFact } from './choiceFacts.ts';
import { decisionFact, endedFact, lateFact, permissionFacts, ruleFact, sentFact, settingFacts, trustFact, usedFact } from './facts.ts';
import type { Journal } from './journal.ts';
import type { ModelRequests } from './modelRequests.ts';

export interface FollowParts {
  readonly journal: Journal;
  readonly modelRequests: ModelRequests;
  readonly tables: Tables;
  /** A call of a chat as it is before the event that is being written. */
  readonly call: (conversationId: string, turnId: string, callId: string) => ToolCall | undefined;
  readonly now: () => number;
}

/** Ties the journal to the tables: whatever is decided, called, ruled, trusted or set is entered in the very transaction that writes it. */
export function followTables({ journal, modelRequests, tables, call, now }: FollowParts): void {
  tables.decisions.follow({
    added: (row) => journal.append(decisionFact(row)),
    spent: (row, at) => journal.append(sentFact(row, at)),
  });
  tables.log.follow((conversationId, event) => {
    modelRequests.write(conversationId, event);
    if (event.type === 'call.late') journal.append(lateFact(conversationId, event, call(conversationId, event.turnId, event.callId)));
    if (event.type === 'call.used') journal.append(usedFact(conversationId, event, call(conversationId, event.turnId, event.callId)));
    if (event.type !== 'call.finished') return;
    const { turnId, callId } = event;
    journal.append(
      endedFact({ conversationId, event, call: call(conversationId, turnId, callId), sentAt: tables.decisions.sentAt(callId) }),
    );
  });
  tables.rules.follow((change, rule) => journal.append(ruleFact(change, rule, now())));
  tables.permissions.follow((serverKey, before, after) => {
    for (const fact of permissionFacts(serverKey, { before, after }, now())) journal.append(fact);
  });
  tables.trust.follow((change) => journal.append(trustFact(change, now())));
  tables.settings.follow((name, before, after) => {
    if (name === 'bundledOff') for (const fact of bundledFacts(before, after, now())) journal.append(fact);
    if (name === 'updateFeed' || name === 'signIn')
      for (const fact of settingFacts({ [name]: before }, { [name]: after }, now())) journal.append(fact);
    if (name !== 'settings') return;
    for (const fact of settingFacts(before, after, now())) journal.append(fact);
  });
  tables.chatFolders.follow((change) => journal.append(chatFolderFact(change, now())));
  tables.eraPins.follow((change) => journal.append(eraPinFact(change, now())));
  tables.switches.follow((change) => journal.append(switchFact(change, now())));
  tables.resourceChoices.follow((row, on) => journal.append(resourceChoiceFact(row, on, now())));
  tables.providers.follow((change) => {
    for (const fact of providerFacts(change, now())) journal.append(fact);
  });
  tables.secrets.follow((change) => journal.append(secretFact(change, now())));
}
