import type { late as english } from '../en/late.ts';

/** 已经没有人在等的回答。 */
export const late: Readonly<Record<keyof typeof english, string>> = {
  'chat.call.late.cancelled.done': '您取消之后它才完成。结果（{size}）已丢弃，模型没有收到。',
  'chat.call.late.cancelled.tool-error': '您取消之后它才完成，工具报告了错误（{size}）。该错误已丢弃，模型没有收到。',
  'chat.call.late.cancelled.protocol-error': '您取消之后，服务器返回了错误（{size}），已丢弃。',
  'chat.call.late.timed-out.done': '超时之后它才完成。结果（{size}）已丢弃，模型没有收到。',
  'chat.call.late.timed-out.tool-error': '超时之后它才完成，工具报告了错误（{size}）。该错误已丢弃，模型没有收到。',
  'chat.call.late.timed-out.protocol-error': '超时之后，服务器返回了错误（{size}），已丢弃。',
  'activity.what.late': '应答迟到',
  'servers.answers': '无人等待的应答',
  'servers.answers.what': '这些应答已丢弃。此处不保留正文，只留下大小和 SHA-256 以便区分。',
  'servers.answers.unknown': '对应的请求从未发出',
  'servers.answers.again': '同一请求的第二次应答',
  'servers.answers.late': '对应的调用已经放弃',
  'servers.answers.other-id': '已采用，但 id 的写法与请求不同',
  'servers.answers.count': '共 {count} 条，此处只显示最近的。',
};
