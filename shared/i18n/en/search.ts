/** Finding chats, and keeping some at hand. */
export const search = {
  'command.chat.search': 'Search chats',
  'search.label': 'Search chats',
  'search.results': 'Search results',
  'search.none': 'No question and no answer holds all of that.',
  'search.more': 'The latest {count} are shown. More words find fewer.',
  'search.failed': 'The search did not work. Nothing was changed; try again.',
  'chat.pinned': 'Pinned',
  'chat.pin': 'Pin',
  'chat.unpin': 'Unpin',
} as const;
