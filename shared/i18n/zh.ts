import type { MessageKey } from './en.ts';
import { activity } from './zh/activity.ts';
import { app } from './zh/app.ts';
import { asks } from './zh/asks.ts';
import { chat } from './zh/chat.ts';
import { choices } from './zh/choices.ts';
import { chatFiles } from './zh/chatFiles.ts';
import { checks } from './zh/checks.ts';
import { decisions } from './zh/decisions.ts';
import { desktop } from './zh/desktop.ts';
import { era } from './zh/era.ts';
import { information } from './zh/information.ts';
import { branch } from './zh/branch.ts';
import { search } from './zh/search.ts';
import { late } from './zh/late.ts';
import { signIn } from './zh/signIn.ts';
import { signInWays } from './zh/signInWays.ts';
import { models } from './zh/models.ts';
import { problems } from './zh/problems.ts';
import { protocol } from './zh/protocol.ts';
import { prompts } from './zh/prompts.ts';
import { quit } from './zh/quit.ts';
import { resources } from './zh/resources.ts';
import { resourceUse } from './zh/resourceUse.ts';
import { rich } from './zh/rich.ts';
import { remote } from './zh/remote.ts';
import { shell } from './zh/shell.ts';
import { sampling } from './zh/sampling.ts';
import { servers } from './zh/servers.ts';
import { serverPage } from './zh/serverPage.ts';
import { reasons } from './zh/reasons.ts';
import { rules } from './zh/rules.ts';
import { settings } from './zh/settings.ts';
import { tour } from './zh/tour.ts';

/** 简体中文. A missing key does not compile. */
export const zh: Readonly<Record<MessageKey, string>> = {
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
};
