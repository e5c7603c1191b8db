import type { rich as english } from '../en/rich.ts';

/** 回答和结果中的代码、表格、公式、图表和长文本，以及对话记录本身。 */
export const rich: Readonly<Record<keyof typeof english, string>> = {
  'rich.wrap': '长行自动换行',
  'rich.showAll': '显示全部 {count} 个字符',
  'rich.wholeText': '全文',
  'rich.moreRows': '显示更多行（还有 {count} 行）',
  'rich.plain': '这一部分太长或嵌套太深，无法排版，因此显示为纯文本。',
  'rich.diagram': '图表',
  'rich.diagram.source': '源代码',
  'rich.diagram.view': '图表的查看方式',
  'rich.diagram.copy': '复制源代码',
  'rich.diagram.drawing': '正在绘制…',
  'rich.diagram.failed': '无法绘制此图表，下面是它的源代码。',
  'rich.diagram.slow': '绘制此图表耗时过长，已停止。下面是它的源代码。',
  'rich.diagram.long': '此图表太长，无法绘制。下面是它的源代码。',
  'rich.latest': '跳到最新',
  'rich.loadingEarlier': '正在加载更早的消息…',
};
