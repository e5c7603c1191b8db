import { randomUUID } from 'node:crypto';
import { AttachmentTable } from './attachmentTable.ts';
import { BranchTable } from './branchTable.ts';
import { ChatFolderTable } from './chatFolderTable.ts';
import { ChatImportTable } from './chatImportTable.ts';
import { ChatTable } from './chatTable.ts';
import type { Database } from './database.ts';
import { DecisionTable } from './decisionTable.ts';
import { EraPinTable } from './eraPinTable.ts';
import { EventLog } from './eventLog.ts';
import { JournalTable } from './journalTable.ts';
import { MediaTable } from './mediaTable.ts';
import { MessageTable } from './messageTable.ts';
import { ModelRequestTable } from './modelRequestTable.ts';
import { PermissionTable } from './permissionTable.ts';
import { ProcessRows } from './processTable.ts';
import { ProviderTable } from './providerTable.ts';
import { ResourceChoiceTable } from './resourceChoiceTable.ts';
import { SecretTable } from './secretTable.ts';
import { EraTable, RuleTable, SettingTable } from './smallTables.ts';
import { SwitchTable } from './switchTable.ts';
import { TrustTables } from './trustTables.ts';

export interface Tables {
  readonly log: EventLog;
  readonly chats: ChatTable;
  readonly branches: BranchTable;
  readonly messages: MessageTable;
  readonly decisions: DecisionTable;
  readonly rules: RuleTable;
  readonly settings: SettingTable;
  readonly eras: EraTable;
  readonly trust: TrustTables;
  readonly permissions: PermissionTable;
  readonly processes: ProcessRows;
  readonly secrets: SecretTable;
  readonly journal: JournalTable;
  readonly modelRequests: ModelRequestTable;
  readonly providers: ProviderTable;
  readonly attachments: AttachmentTable;
  readonly switches: SwitchTable;
  readonly media: MediaTable;
  readonly resourceChoices: ResourceChoiceTable;
  readonly chatFolders: ChatFolderTable;
  readonly eraPins: EraPinTable;
  readonly chatImports: ChatImportTable;
}
/** Everything that is kept in one database. */
export function openTables(db: Database): Tables {
  return {
    log: new EventLog(db),
    chats: new ChatTable(db),
    branches: new BranchTable(db, randomUUID),
    messages: new MessageTable(db),
    decisions: new DecisionTable(db),
    rules: new RuleTable(db),
    settings: new SettingTable(db),
    eras: new EraTable(db),
    trust: new TrustTables(db),
    permissions: new PermissionTable(db),
    processes: new ProcessRows(db),
    secrets: new SecretTable(db),
    journal: new JournalTable(db),
    modelRequests: new ModelRequestTable(db),
    providers: new ProviderTable(db),
    attachments: new AttachmentTable(db),
    switches: new SwitchTable(db),
    media: new MediaTable(db),
    resourceChoices: new ResourceChoiceTable(db),
    chatFolders: new ChatFolderTable(db),
    eraPins: new EraPinTable(db),
    chatImports: new ChatImportTable(db),
  };
}
