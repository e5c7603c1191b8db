import type { quit as english } from '../en/quit.ts';

/** 退出会丢失内容时的唯一一次询问。 */
export const quit: Readonly<Record<keyof typeof english, string>> = {
  'quit.ask': '还有事情没有完成，仍要退出吗？',
  'quit.call.one': '有一个工具调用正在运行。退出后看不到它的结果，但它在服务器上的操作仍可能生效。',
  'quit.call.many': '有 {count} 个工具调用正在运行。退出后看不到它们的结果，但它们在服务器上的操作仍可能生效。',
  'quit.answer.one': '有一条回答还没有写完。已收到的内容会保留，其余部分会丢失。',
  'quit.answer.many': '有 {count} 条回答还没有写完。已收到的内容会保留，其余部分会丢失。',
  'quit.unsaved': '还有内容没能写入磁盘，退出后会丢失。',
  'quit.stay': '不退出',
  'quit.go': '退出 Steward',
};
