/** 查找对话，以及把常用的放在手边。 */
export const search = {
  'command.chat.search': '搜索对话',
  'search.label': '搜索对话',
  'search.results': '搜索结果',
  'search.none': '没有同时包含这些内容的问题或回答。',
  'search.more': '只显示最近 {count} 条。多写几个词，结果会更少。',
  'search.failed': '搜索没有成功，没有任何改动，请再试一次。',
  'chat.pinned': '已置顶',
  'chat.pin': '置顶',
  'chat.unpin': '取消置顶',
} as const;
