import { callOrSay, type DemoResult, type DemoRule, type Exchange, type Language, say, setbackText } from './demoExchange.ts';

const ORDER = /(?<!\bin )\border\b(?=[\s\S]*\b(phones?|cases?|ship\w*|buy)\b)|\bbuy\b[\s\S]*\bphone|下单|订购|购买|买[\s\S]*手机/i;
const INCIDENT =
  /\balerts?\b|\broot cause\b|\b(database|db|orders)\b[\s\S]*\bslow\b|\bslow\b[\s\S]*\b(database|db|orders)\b|告警|根因|数据库[\s\S]*慢|慢[\s\S]*数据库/i;

const orders: Readonly<Record<Language, Readonly<Record<string, unknown>>>> = {
  zh: {
    customer: { name: '张三', phone: '138xxxx0000', email: 'zhang@example.com' },
    items: [
      { product_id: 'P001', name: '智能手机', quantity: 1, unit_price: 2999.0 },
      { product_id: 'P002', name: '手机壳', quantity: 2, unit_price: 29.9 },
    ],
    shipping_address: { province: '广东省', city: '深圳市', district: '南山区', detail: '科技园南路88号' },
    coupon_code: 'SAVE20',
  },
  en: {
    customer: { name: 'Zhang San', phone: '138xxxx0000', email: 'zhang@example.com' },
    items: [
      { product_id: 'P001', name: 'Smartphone', quantity: 1, unit_price: 2999.0 },
      { product_id: 'P002', name: 'Phone case', quantity: 2, unit_price: 29.9 },
    ],
    shipping_address: { province: 'Guangdong', city: 'Shenzhen', district: 'Nanshan', detail: '88 Keji South Road' },
    coupon_code: 'SAVE20',
  },
};

/** An order with nested arguments; always the same one, whatever is asked for. */
export const orderRule: DemoRule = (exchange) => {
  const { question, language, rounds } = exchange;
  if (!ORDER.test(question)) return undefined;
  const [result] = rounds.flat();
  if (!result) {
    const intro =
      language === 'zh'
        ? '我准备好了订单，使用示例电话、地址和优惠券 SAVE20。下单之前需要您允许。'
        : 'I prepared the order, with a sample phone number, address and coupon SAVE20. It is placed only if you allow it.';
    return callOrSay(exchange, intro, [{ tool: 'create_order', arguments: orders[language] }]);
  }
  return say(result.setback ? setbackText(result, language) : orderSummary(result.text, language));
};

function orderSummary(text: string, language: Language): string {
  const number = /\bORD\w+/.exec(text)?.[0];
  const toPay = /(?:实付金额|Payable|payable)\W*([\d.]+)/.exec(text)?.[1];
  if (number === undefined || toPay === undefined) return language === 'zh' ? `商店的回答：\n\n${text}` : `The shop answered:\n\n${text}`;
  return language === 'zh'
    ? `订单 ${number} 已创建：智能手机 1 部、手机壳 2 个，寄给深圳的张三。使用优惠券后实付 ${toPay} 元。`
    : `Order ${number} was created: one smartphone and two phone cases, shipped to Zhang San in Shenzhen. With the coupon ${toPay} yuan are to be paid.`;
}

/** Three rounds, each from the result of the one before: alerts, the metric of the table they name, the commits on that table. */
export const incidentRule: DemoRule = (exchange) => {
  const { question, language, rounds } = exchange;
  if (!INCIDENT.test(question)) return undefined;
  const results = rounds.flat();
  const failed = results.find((result) => result.setback);
  if (failed) return say(setbackText(failed, language));
  const [alerts, metrics, commits] = results;
  if (!alerts)
    return callOrSay(exchange, language === 'zh' ? '先看最近三天的告警。' : 'First the alerts of the last three days.', [
      { tool: 'get_alerts', arguments: { time_range: '3d' } },
    ]);
  const table = tableIn(alerts.text, exchange);
  if (!metrics) {
    const text =
      language === 'zh'
        ? `告警集中在表 ${table} 上，再看它的慢查询指标。`
        : `Most alerts are about the table ${table}, so I look at its slow queries.`;
    return callOrSay(exchange, text, [{ tool: 'get_metrics', arguments: { table, metric: 'slow_query_count' } }]);
  }
  if (!commits) {
    const jump = jumpIn(metrics.text);
    const text =
      language === 'zh'
        ? `${jump ? `慢查询在 ${jump.at} 从 ${jump.from} 次升到 ${jump.to} 次。` : '指标已读到。'}再查这张表最近的改动。`
        : `${jump ? `Slow queries went from ${jump.from} to ${jump.to} at ${jump.at}.` : 'I have the metric.'} Now the recent changes to that table.`;
    return callOrSay(exchange, text, [{ tool: 'search_commits', arguments: { keyword: `${table} table`, days: 3 } }]);
  }
  return say(report({ table, alerts, metrics, commits }, language));
};

/** The table that the alerts name most often, of those that the metric tool knows. */
function tableIn(alerts: string, { tools }: Exchange): string {
  const parameters = tools.find((tool) => tool.name.endsWith('get_metrics'))?.parameters;
  const known = /"table":\{[^{}]*"enum":\[([^\]]*)\]/.exec(JSON.stringify(parameters ?? {}))?.[1]?.match(/\w+/g) ?? ['orders'];
  const times = (table: string): number => alerts.match(new RegExp(`\\b${table}\\b`, 'g'))?.length ?? 0;
  return known.toSorted((a, b) => times(b) - times(a))[0] ?? 'orders';
}

interface Jump {
  readonly at: string;
  readonly from: number;
  readonly to: number;
}
/** The largest rise between two neighbouring values of lines like `2025-06-01 14:00  748`. */
function jumpIn(metrics: string): Jump | undefined {
  const values = [...metrics.matchAll(/^(\d{4}-\d\d-\d\d \d\d:\d\d)\s+([\d.]+)$/gm)].map((match) => ({
    at: match[1] ?? '',
    value: Number(match[2]),
  }));
  const jumps = values.slice(1).map(({ at, value }, before) => ({ at, from: values[before]?.value ?? value, to: value }));
  return jumps.sort((a, b) => b.to - b.from - (a.to - a.from))[0];
}

/** The last commit before a time, of entries like `9f3c1ad  2025-06-01 13:00 UTC  Author` followed by indented lines; without a time the first. */
function commitBefore(commits: string, time: string | undefined): string | undefined {
  const entries = commits.split(/\n(?=\S)/).filter((entry) => /^[0-9a-f]{7,40}\b/.test(entry));
  const when = (entry: string): string => /\d{4}-\d\d-\d\d \d\d:\d\d/.exec(entry)?.[0] ?? '';
  const before = entries.filter((entry) => time === undefined || when(entry) <= time).sort((a, b) => when(b).localeCompare(when(a)));
  return before[0] ?? entries[0];
}

interface Findings {
  readonly table: string;
  readonly alerts: DemoResult;
  readonly metrics: DemoResult;
  readonly commits: DemoResult;
}
function report({ table, alerts, metrics, commits }: Findings, language: Language): string {
  const jump = jumpIn(metrics.text);
  const commit = commitBefore(commits.text, jump?.at);
  const [head = '', ...details] = (commit ?? '').split('\n').map((line) => line.trim());
  const alertLine = alerts.text.split('\n')[0] ?? '';
  if (language === 'zh') {
    const cause = commit ? `提交 ${head}：${details.join('；')}` : '在这几天的提交中没有找到对应的改动';
    return [
      '## 根因分析',
      `**结论**：表 \`${table}\` 变慢，最可能的原因是${cause}。`,
      '### 依据',
      `1. 告警：${alertLine}`,
      `2. 指标：${jump ? `慢查询在 ${jump.at} 从每小时 ${jump.from} 次升到 ${jump.to} 次` : metrics.text}`,
      `3. 改动：${commit ? head : commits.text}`,
      '建议先在测试环境撤销这次改动，确认后再上线。',
    ].join('\n\n');
  }
  const cause = commit ? `the commit ${head}: ${details.join('; ')}` : 'not among the commits of these days';
  return [
    '## Root cause',
    `**Conclusion**: the table \`${table}\` became slow, and the likely cause is ${cause}.`,
    '### What this rests on',
    `1. Alerts: ${alertLine}`,
    `2. Metric: ${jump ? `slow queries went from ${jump.from} to ${jump.to} an hour at ${jump.at}` : metrics.text}`,
    `3. Change: ${commit ? head : commits.text}`,
    'Undo that change in a test environment first, then in production.',
  ].join('\n\n');
}
