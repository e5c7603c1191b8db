const journal = {
  'activity.kind.provider': 'Models',
  'activity.kind.secret': 'Secrets',
  'activity.what.tool-on': 'Tool switched on',
  'activity.what.tool-off': 'Tool switched off',
  'activity.what.server-on': 'Server switched on',
  'activity.what.server-off': 'Server switched off',
  'activity.what.provider-added': 'Provider added',
  'activity.what.provider-changed': 'Provider changed',
  'activity.what.provider-moved': 'Provider’s address moved elsewhere',
  'activity.what.provider-removed': 'Provider removed',
  'activity.what.key-set': 'Key of a provider set',
  'activity.what.key-replaced': 'Key of a provider replaced',
  'activity.what.key-removed': 'Key of a provider removed',
  'activity.what.secret-set': 'Secret set',
  'activity.what.secret-replaced': 'Secret replaced',
  'activity.what.secret-removed': 'Secret removed',
} as const;
const form = {
  'serverForm.transport': 'How it is spoken to',
  'serverForm.transport.auto': 'Find out',
  'serverForm.transport.hint': 'Left to find out, the current way is tried first and the oldest one after it.',
  'serverForm.keep': 'Keep in the keychain',
  'serverForm.keep.keychain': 'The value goes to the keychain, mcp.json gets a reference in its place, and it is never shown again.',
  'serverForm.keep.memory':
    'This computer has no keychain that can be used: what you tick is kept until you quit and has to be given again after that. Not ticked, it is written to mcp.json as it stands.',
} as const;
const secrets = {
  'secrets.title': 'Secrets',
  'secrets.what':
    'Values that servers need and that nobody should read in a file. Entries name them as ${secret:NAME}. They go in and never come out again.',
  'secrets.keptIn.keychain': 'They are kept encrypted, with a key of this computer’s keychain.',
  'secrets.keptIn.memory': 'This computer has no keychain that can be used, so they are kept only until you quit.',
  'secrets.none': 'There are none, and no server asks for one.',
  'secrets.usedBy': 'Used by {servers}',
  'secrets.unused': 'No server uses it',
  'secrets.missing': 'not set',
  'secrets.set': 'Set',
  'secrets.set.named': 'Set {name}',
  'secrets.replace': 'Replace',
  'secrets.replace.named': 'Replace {name}',
  'secrets.value': 'Value of {name}',
  'secrets.value.hint': 'A server that runs takes it when it starts next.',
  'secrets.save': 'Keep',
  'secrets.remove': 'Remove',
  'secrets.remove.named': 'Remove {name}',
  'secrets.remove.title': 'Remove the secret {name}?',
  'secrets.remove.what': 'It is deleted from this computer. These servers do not start without it: {servers}',
  'secrets.remove.unused': 'It is deleted from this computer. No server uses it.',
  'secrets.remove.confirm': 'Remove secret',
  'secrets.add': 'Add secret',
  'secrets.add.name': 'Name of the secret',
  'secrets.add.nameBad': 'Letters, digits, “_”, “.” and “-”, beginning with a letter or digit, at most 100.',
  'secrets.add.nameTaken': 'There is one of this name; replace it in the list.',
  'secrets.add.value': 'Value',
  'secrets.add.valueMissing': 'Give it a value.',
} as const;
const tests = {
  'serverTest.test': 'Test',
  'serverTest.busy': 'Asking it…',
  'serverTest.answered.one': 'It answered in {time} and lists 1 tool.',
  'serverTest.answered.many': 'It answered in {time} and lists {count} tools.',
  'serverTest.answered.review': 'Tools that you have not accepted yet: {count}.',
  'serverTest.untrusted': 'Nothing was started or sent: it waits for your review.',
  'serverTest.off': 'It is switched off.',
} as const;

/** What a person chooses and keeps: the form of a server, secrets, tests, and the journal’s words for it. */
export const choices = { ...journal, ...form, ...secrets, ...tests } as const;
