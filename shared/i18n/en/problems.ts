import type { TurnProblem } from '../../conversation/events.ts';
import type { FailureCode } from '../../ipc/failure.ts';
import type { Notice } from '../../notices.ts';
import type { RemoteProblemCode } from '../../servers/remoteProblems.ts';
import type { ServerProblem } from '../../servers/status.ts';

const failures: Readonly<Record<`failure.${FailureCode}`, string>> = {
  'failure.invalid-input': 'That could not be understood, so nothing was done.',
  'failure.unknown-request': 'This page may not ask for that. Nothing was done.',
  'failure.untrusted-sender': 'The request did not come from Steward’s own page, so it was refused.',
  'failure.not-found': 'That is no longer there. Nothing was done.',
  'failure.too-early': 'The question has only just appeared. Please read it and answer again.',
  'failure.too-large': 'That is more than Steward takes at once, so nothing was done.',
  'failure.too-many-requests': 'Too much was asked for at once, so this was not done. Please try again in a moment.',
  'failure.invalid-arguments': 'These arguments do not fit the tool, so nothing was changed.',
  'failure.busy': 'An answer is still being written in this chat. Stop it or wait for it to end.',
  'failure.no-model': 'No model is chosen. Choose one above the conversation; your message is still here.',
  'failure.not-saved': 'The disk would not take it, so nothing was sent. Make some room and try again; your text is still here.',
  'failure.config-broken': 'mcp.json cannot be read, so it was not changed. Mend it and try again.',
  'failure.unavailable': 'That is not possible right now. Nothing was done.',
  'failure.server-not-accepted': 'This server waits for your review, so nothing of it was read. Review it under Servers first.',
  'failure.server-off': 'The server is not running, so nothing was read. Look at it under Servers, then try again.',
  'failure.resource-missing': 'The server has nothing at this address. It may have been removed or renamed.',
  'failure.resource-failed': 'The server could not give this. Nothing was attached; try again or look at the server’s last error.',
  'failure.resource-too-large': 'This is larger than what can be read at once (8 MB), so it was not taken.',
  'failure.prompt-missing': 'The server has no prompt of this name any more. Nothing was inserted.',
  'failure.prompt-arguments': 'The server did not accept these arguments. Nothing was inserted; change them and try again.',
  'failure.prompt-failed': 'The server could not make this prompt. Nothing was inserted; try again or look at the server’s last error.',
  'failure.prompt-late': 'The server has not answered within a minute. Nothing was inserted; try again when it is less busy.',
  'failure.prompt-asks': 'The server asked for something before it made this prompt and did not get it. Nothing was inserted.',
  'failure.prompt-too-large': 'This prompt is larger than what can be taken at once (8 MB or 200 messages). Nothing was inserted.',
  'failure.prompt-empty': 'The server made an empty prompt, so there is nothing to insert.',
  'failure.file-missing': 'There is no file at this path. Nothing was attached.',
  'failure.file-unreadable': 'This file cannot be read. Nothing was attached.',
  'failure.file-refused': 'Steward does not attach files from this place: they hold keys or Steward’s own data.',
  'failure.file-binary': 'This is not a text file, so it was not attached.',
  'failure.file-too-large': 'This file is larger than 1 MB, so it was not attached.',
  'failure.file-folder': 'This is a folder. Drop or choose the files in it that you want to attach.',
  'failure.too-many-attachments': 'A message takes at most 20 attachments, so this one was left out.',
  'failure.too-many-always': 'At most five resources can be always attached. Take one away first.',
  'failure.always-unreadable': 'Nothing was sent: what is always attached could not be read.',
  'failure.no-such-folder': 'There is no such folder. Give the whole path of a folder on this computer.',
  'failure.chat-file-exists': 'There is already a file of that name, and it was left as it is. Choose another name.',
  'failure.chat-file-name': 'The path must be whole or begin with ~, and end in .md for Markdown or .json for JSON. Nothing was written.',
  'failure.chat-file-place': 'Steward does not read or write chats in this place: it holds keys or Steward’s own data.',
  'failure.chat-file-missing': 'There is no file at this path. Nothing was imported.',
  'failure.chat-file-broken': 'This file is no chat that Steward can read, so nothing was imported.',
  'failure.chat-file-newer': 'A newer Steward wrote this file, so nothing was imported. Update Steward first.',
  'failure.chat-file-large': 'This file is larger than 32 MB, so it was not read and nothing was imported.',
  'failure.chat-too-large': 'As JSON this chat would be larger than 32 MB, so nothing was written. Export it as Markdown.',
  'failure.chat-empty': 'There is nothing in this chat yet, so nothing was written.',
  'failure.internal': 'Steward made a mistake and did nothing. Please try again.',
};
const turns: Readonly<Record<`turn.problem.${TurnProblem['code']}`, string>> = {
  'turn.problem.model-key': 'The model’s provider refused the key. Nothing was answered; check the key and send again.',
  'turn.problem.model-unreachable':
    'The model’s provider could not be reached. Your message is kept; check the address or the network and try again.',
  'turn.problem.model-cut': 'The answer was cut off on its way. What had arrived is kept; an unfinished tool call was not run.',
  'turn.problem.model-refused': 'The model’s provider refused to answer this.',
  'turn.problem.model-rate': 'The model’s provider says that too much was asked for now. Wait a little and try again.',
  'turn.problem.model-overloaded': 'The model’s provider is overloaded or broken right now. Your message is kept; try again later.',
  'turn.problem.model-context':
    'The conversation no longer fits into the model’s context. Start a new chat or choose a model with a larger one.',
  'turn.problem.model-error': 'The model’s provider answered with an error. Nothing was answered.',
  'turn.problem.model-missing': 'The model chosen for this chat is not there any more. Choose another one.',
  'turn.problem.length': 'The answer reached the model’s length limit and ends here. An unfinished tool call was not run.',
  'turn.problem.internal': 'Steward made a mistake while it worked on this. What had arrived is kept.',
};
const servers: Readonly<Record<`server.problem.${Exclude<ServerProblem['code'], RemoteProblemCode>}`, string>> = {
  'server.problem.command-not-found':
    'The command was not found, so the server was not started. Check its spelling, or give its full path.',
  'server.problem.not-executable': 'The command cannot be run: it is not an executable file for this computer.',
  'server.problem.bad-directory': 'The working directory is not there, so the server was not started.',
  'server.problem.variable-unset':
    'The entry uses a variable that is not set, so the server was not started. Set it, or give it a default: ${NAME:-default}.',
  'server.problem.exited-early': 'The server ended before it answered. Its last words are below.',
  'server.problem.not-responding': 'The server did not answer in time and was stopped.',
  'server.problem.crashed': 'The server ended unexpectedly.',
  'server.problem.keeps-crashing':
    'The server keeps ending right after it starts, so Steward no longer starts it. Restart it when it is mended.',
  'server.problem.protocol': 'The server answered with something that is not the Model Context Protocol.',
  'server.problem.message-too-large': 'The server sent a message larger than 8 MB and was stopped.',
  'server.problem.too-many-tools': 'The server offers more than 500 tools; those beyond were left out.',
  'server.problem.bad-entry': 'This entry of mcp.json cannot be understood, so it was left alone.',
  'server.problem.list-too-long': 'The server’s list of tools does not end or is too large. What had been read of it is used.',
  'server.problem.keeps-changing': 'The server keeps changing its tools, so it was stopped. Restart it when it has settled.',
  'server.problem.not-newer':
    'The server does not speak the newer version of the protocol, and you have chosen that only this is spoken to it.',
  'server.problem.not-older':
    'The server does not speak an older version of the protocol, and you have chosen that only these are spoken to it.',
  'server.problem.version-changed': 'The server no longer takes the version of the protocol that was agreed on. It is being asked anew.',
  'server.problem.tools-failed': 'The server started, but its list of tools could not be read.',
};
const notices: Readonly<Record<`notice.${Notice['code']}`, string>> = {
  'notice.config-broken': 'mcp.json cannot be read, so the servers stay as they were. Nothing in the file was changed.',
  'notice.config-entry': 'An entry of mcp.json cannot be understood and was left alone. The others work.',
  'notice.not-saved':
    'The disk is full or cannot be written: what happens now is on screen only. No tool is called until it can be saved again.',
  'notice.database-replaced': 'The saved chats could not be read. The file was set aside untouched and Steward began a new one.',
  'notice.orphans-swept': 'Servers left over from a crash were ended.',
  'notice.internal': 'Something went wrong inside Steward. It goes on.',
};

/** Words for every code of something gone wrong: a new code without words does not compile. */
export const problems = { ...failures, ...turns, ...servers, ...notices } as const;
