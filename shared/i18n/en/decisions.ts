import type { ToolCallDecision, ServerTrustDecision } from '../../decision/decision.ts';
import type * as z from 'zod';

type Reason = z.infer<typeof ToolCallDecision>['reason'];
type Danger = z.infer<typeof ServerTrustDecision>['dangers'][number];

const reasons: Readonly<Record<`decision.reason.${Reason}`, string>> = {
  'decision.reason.no-rule': 'You are asked because no rule of yours covers this tool.',
  'decision.reason.edited': 'These are the arguments as you changed them.',
  'decision.reason.definition-changed': 'You are asked because the tool or its server changed since you made a rule for it.',
  'decision.reason.rule-asks': 'You are asked because your rule says so each time.',
  'decision.reason.read-elsewhere':
    'You are asked although a rule of yours allows it: in this turn the model has read what another server said, which may have talked it into this.',
};
const dangers: Readonly<Record<`decision.danger.${Danger}`, string>> = {
  'decision.danger.shell': 'It starts a shell, which can run any further command.',
  'decision.danger.sudo': 'It asks for the rights of an administrator.',
  'decision.danger.deletes': 'It contains a command that deletes files.',
  'decision.danger.network-install': 'It may fetch code from the network each time it starts.',
  'decision.danger.home-access': 'It is given your home folder or what lies above it.',
  'decision.danger.node-options': 'It changes how Node loads code.',
  'decision.danger.plain-http': 'Its address begins with http://, so anyone on the way can read and change what is sent.',
};
const calls = {
  'decision.toolCall': 'Tool call: {tool} on {server}',
  'decision.wantsToRun.before': '',
  'decision.wantsToRun.between': ' on ',
  'decision.wantsToRun.after': ' wants to run',
  'decision.place.bundled': 'Runs on this computer, as part of Steward.',
  'decision.place.here': 'Runs on this computer:',
  'decision.place.remote': 'Runs elsewhere, at:',
  'decision.inChat': 'In the chat “{chat}”',
  'decision.serverSays': 'The server says',
  'decision.arguments': 'Arguments',
  'decision.noArguments': 'none',
  'decision.hidden.one': '1 hidden character',
  'decision.hidden.many': '{count} hidden characters',
  'decision.mixed': 'mixes alphabets: {words}',
  'decision.adjusted.default': '{pointer} was left out by the model; this is the tool’s default.',
  'decision.adjusted.converted': '{pointer} was converted to the type that the tool asks for.',
  'decision.allowOnce': 'Allow once',
  'decision.allowChat': 'Allow in this chat',
  'decision.allowChat.what': 'Whatever its arguments, in this chat only, until the tool or its server changes',
  'decision.allowAlways': 'Always allow',
  'decision.allowAlways.what': 'Whatever its arguments, in every chat, until the tool or its server changes. Settings lists it.',
  'decision.reach': '“In this chat” and “Always” hold whatever the arguments are',
  'decision.reach.read': '“In this chat” and “Always” hold for such reading, too',
  'decision.reach.byHand': '“Always” holds whatever the arguments are',
  'decision.edit': 'Edit arguments',
  'decision.deny': 'Deny',
  'decision.newArguments': 'New arguments',
  'decision.edit.what': 'Nothing is sent yet: you are asked once more about the new arguments.',
  'decision.useThese': 'Use these',
  'decision.discard': 'Discard',
} as const;
const servers = {
  'decision.review': 'Review server {server}',
  'decision.review.before': 'Start the server ',
  'decision.review.new': '?',
  'decision.review.changed': '? Its launch is not the one you trusted before.',
  'decision.review.what': 'It will run on this computer with your rights. Nothing has been started. Trust only what you know.',
  'decision.launch.command': 'Command',
  'decision.launch.address': 'Address',
  'decision.launch.args': 'Arguments',
  'decision.launch.env': 'Variables',
  'decision.launch.headers': 'Headers',
  'decision.launch.cwd': 'Folder',
  'decision.launch.uses': 'uses your {names}',
  'decision.launch.secret': 'Give it {name}, which looks like a secret',
  'decision.tickFirst': 'Tick each secret first.',
  'decision.trust': 'Trust and start',
  'decision.newTools': 'New tools on {server}',
  'decision.changedTools': 'Changed tools on {server}',
  'decision.tools.before': 'The server ',
  'decision.tools.new.one': ' offers 1 tool',
  'decision.tools.new.many': ' offers {count} tools',
  'decision.tools.changed': ' has changed its tools',
  'decision.tools.what': 'Models are told of them only after you accept them. Each call is still asked about.',
  'decision.tools.same.one': 'One other tool is as you accepted it.',
  'decision.tools.same.many': '{count} other tools are as you accepted them.',
  'decision.tools.instructions': 'The server’s instructions for models',
  'decision.tools.instructionsChanged': 'The server’s instructions for models, compared with before',
  'decision.tools.new.badge': 'new',
  'decision.tools.changed.badge': 'changed',
  'decision.tools.removed.badge': 'removed',
  'decision.diff.added': 'added:',
  'decision.diff.removed': 'removed:',
  'decision.acceptTools': 'Accept tools',
} as const;
const others = {
  'decision.page': 'What waits for your decision',
  'decision.moreBelow': '↓ There is more to read',
  'decision.waiting': '{count} waiting',
  'decision.goOn': 'Go on with {chat}',
  'decision.goOn.before': 'Go on with “',
  'decision.goOn.after': '”?',
  'decision.goOn.rounds': 'The model has used up its {rounds} rounds and has not finished.',
  'decision.goOn.repeat': 'The model wants to make the very same call of {tool} on {server} again.',
  'decision.continue': 'Continue',
  'decision.stop': 'Stop',
} as const;

/** The decision page. The names of its groups and buttons are promised: see the product's stable surface. */
export const decisions = { ...reasons, ...dangers, ...calls, ...servers, ...others } as const;
