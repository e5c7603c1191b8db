import type { reasons as english } from '../en/reasons.ts';

/** 调用为何没有应答，工具为何不能用。 */
export const reasons: Readonly<Record<keyof typeof english, string>> = {
  'reason.noTool': '现在没有这个工具。',
  'reason.goneTool': '这个工具已不存在，或其新定义尚未被接受。',
  'reason.noServer': '服务器不可用（{code}：{detail}）。',
  'reason.arguments': '参数不符合工具的要求。{problem}',
  'reason.tooOften': '一分钟内已调用这个工具 {count} 次，达到上限。',
  'reason.notSaved': '这个决定未能存入磁盘。',
  'reason.hadLeft': '调用已经发出，可能已经生效。',
  'reason.notSent': '没有发送。',
  'reason.late': '{seconds} 秒内没有应答。',
  'reason.otherKind': '应答的结果类型不属于它所用的协议版本。',
  'reason.rounds': '它已连续 {rounds} 轮要求补充内容。',
  'reason.model': '它曾请求由模型作答。',
  'reason.modelFailed': '它曾请求由模型作答，但失败了（{code}）。',
  'reason.crashed': '进程崩溃：{detail}',
  'reason.taskOnly': '它只能作为任务运行（taskSupport: required），而 Steward 直接调用工具。',
};
