/** Chats that branch off others. */
export const branch = {
  'branch.edit': 'Edit question',
  'branch.again': 'Answer again',
  'branch.here': 'Branch from here',
  'branch.from': 'Branched from {title}',
  'branch.fromGone': 'Branched from a chat that is gone',
} as const;
