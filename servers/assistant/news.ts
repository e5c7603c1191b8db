import { isChinese } from '../toolResult.ts';

interface Topic {
  /** Chinese names match anywhere in a query, others as whole words. */
  readonly names: readonly string[];
  readonly zh: readonly string[];
  readonly en: readonly string[];
}

const archive: readonly Topic[] = [
  {
    names: ['人工智能', '大模型', 'ai', 'artificial intelligence', 'llm'],
    zh: [
      'GPT-5 预计将在2025年发布，性能大幅提升',
      '国内大模型竞争加剧，百炼、文心、豆包激烈角逐',
      'AI 辅助编程工具日益普及，提升开发效率50%',
    ],
    en: [
      'GPT-5 expected in 2025 with a large gain in performance',
      'Competition between large models in China heats up: Bailian, Wenxin and Doubao',
      'AI-assisted programming tools spread, development 50% faster',
    ],
  },
  {
    names: ['python'],
    zh: ['Python 3.13 正式发布，引入自由线程模式', 'Python 连续第5年成为最受欢迎编程语言'],
    en: ['Python 3.13 released with a free-threaded mode', 'Python is the most popular programming language for the fifth year'],
  },
  {
    names: ['数据库', 'database', 'databases', 'sql'],
    zh: ['开源数据库新增在线建索引功能，无需停机', '调查：慢查询仍是线上故障的首要原因', '向量检索成为主流数据库的标准功能'],
    en: [
      'Open-source databases learn to build indexes without downtime',
      'Survey: slow queries are still the first cause of outages',
      'Vector search becomes a standard feature of mainstream databases',
    ],
  },
  {
    names: ['mcp', '模型上下文协议', 'model context protocol'],
    zh: ['MCP 2026-07-28 版规范取消握手与会话，协议更简单', '工具服务器数量持续增长，权限审批成为关注焦点'],
    en: [
      'The 2026-07-28 revision of MCP drops handshake and sessions',
      'The number of tool servers keeps growing, and with it the attention to who may approve what',
    ],
  },
];

/** At most `limit` numbered headlines on the topic that the query names, in the query's language; a sentence when there are none. */
export function newsOn(query: string, limit: number): string {
  const words = ` ${query.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const chinese = isChinese(query);
  const topic = archive.find(({ names }) => names.some((name) => (isChinese(name) ? query.includes(name) : words.includes(` ${name} `))));
  if (topic === undefined) return chinese ? `关于'${query}'的最新资讯暂无数据` : `There is no news on '${query}'.`;
  const headlines = chinese ? topic.zh : topic.en;
  return headlines
    .slice(0, limit)
    .map((headline, i) => `${i + 1}. ${headline}`)
    .join('\n');
}
