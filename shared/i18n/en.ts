import { activity } from './en/activity.ts';
import { app } from './en/app.ts';
import { asks } from './en/asks.ts';
import { chat } from './en/chat.ts';
import { choices } from './en/choices.ts';
import { chatFiles } from './en/chatFiles.ts';
import { checks } from './en/checks.ts';
import { decisions } from './en/decisions.ts';
import { desktop } from './en/desktop.ts';
import { era } from './en/era.ts';
import { information } from './en/information.ts';
import { branch } from './en/branch.ts';
import { search } from './en/search.ts';
import { late } from './en/late.ts';
import { signIn } from './en/signIn.ts';
import { signInWays } from './en/signInWays.ts';
import { models } from './en/models.ts';
import { problems } from './en/problems.ts';
import { protocol } from './en/protocol.ts';
import { prompts } from './en/prompts.ts';
import { quit } from './en/quit.ts';
import { resources } from './en/resources.ts';
import { resourceUse } from './en/resourceUse.ts';
import { rich } from './en/rich.ts';
import { remote } from './en/remote.ts';
import { shell } from './en/shell.ts';
import { sampling } from './en/sampling.ts';
import { servers } from './en/servers.ts';
import { serverPage } from './en/serverPage.ts';
import { reasons } from './en/reasons.ts';
import { rules } from './en/rules.ts';
import { settings } from './en/settings.ts';
import { tour } from './en/tour.ts';

/** The English catalog: the one that defines the keys. */
export const en = {
  ...problems,
  ...shell,
  ...app,
  ...activity,
  ...chat,
  ...decisions,
  ...servers,
  ...serverPage,
  ...settings,
  ...models,
  ...resources,
  ...resourceUse,
  ...remote,
  ...asks,
  ...information,
  ...era,
  ...branch,
  ...search,
  ...late,
  ...signIn,
  ...signInWays,
  ...quit,
  ...prompts,
  ...rules,
  ...reasons,
  ...tour,
  ...choices,
  ...desktop,
  ...checks,
  ...rich,
  ...protocol,
  ...sampling,
  ...chatFiles,
} as const;
export type MessageKey = keyof typeof en;
