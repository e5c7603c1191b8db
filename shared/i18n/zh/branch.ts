/** 从其他对话分出的对话。 */
export const branch = {
  'branch.edit': '修改问题',
  'branch.again': '重新回答',
  'branch.here': '从这里另开对话',
  'branch.from': '源自：{title}',
  'branch.fromGone': '源自一个已删除的对话',
} as const;
