const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Tables and metrics that there is something to tell of. */
export const tables = ['orders', 'payments', 'customers', 'inventory'] as const;
export const metrics = ['slow_query_count', 'query_p95_ms', 'writes_per_minute'] as const;
export type Table = (typeof tables)[number];
export type Metric = (typeof metrics)[number];

/** Minutes from the incident, severity, table, what happened. */
const alerts: readonly (readonly [number, 'critical' | 'warning', Table, string])[] = [
  [-1560, 'warning', 'payments', 'error rate 1.2 % (limit 1 %)'],
  [-1200, 'warning', 'inventory', 'replication 12 s behind (limit 10 s)'],
  [-540, 'warning', 'customers', 'connection pool 85 % used (limit 80 %)'],
  [3, 'warning', 'orders', 'slow queries: 31 in 5 min (limit 20)'],
  [6, 'critical', 'orders', 'slow queries: 74 in 5 min (limit 50)'],
  [11, 'critical', 'orders', 'query p95 3.9 s (limit 0.5 s)'],
  [14, 'critical', 'orders', 'query p95 4.6 s (limit 0.5 s)'],
  [22, 'critical', 'orders', 'slow queries: 81 in 5 min (limit 50)'],
  [35, 'warning', 'orders', 'CPU of the database 92 % (limit 85 %)'],
  [40, 'warning', 'payments', 'timeouts while reading orders: 14 in 5 min (limit 10)'],
  [47, 'critical', 'orders', 'query p95 4.8 s (limit 0.5 s)'],
  [58, 'critical', 'orders', 'slow queries: 79 in 5 min (limit 50)'],
  [75, 'critical', 'orders', 'query p95 4.7 s (limit 0.5 s)'],
  [98, 'critical', 'orders', 'slow queries: 83 in 5 min (limit 50)'],
  [130, 'warning', 'orders', 'lock waits: 26 in 5 min (limit 20)'],
];

/** Twelve values, one an hour, the incident at the seventh. Tables and metrics that are not named here show nothing unusual. */
const unusual: Readonly<Partial<Record<`${Table} ${Metric}`, readonly number[]>>> = {
  'orders slow_query_count': [2, 3, 2, 1, 3, 2, 748, 931, 958, 917, 944, 926],
  'orders query_p95_ms': [41, 44, 40, 39, 43, 42, 4480, 4710, 4820, 4690, 4760, 4730],
};
const usual: Readonly<Record<Metric, readonly number[]>> = {
  slow_query_count: [1, 0, 1, 2, 0, 1, 1, 0, 2, 1, 0, 1],
  query_p95_ms: [22, 24, 21, 23, 25, 22, 23, 24, 22, 21, 23, 24],
  writes_per_minute: [118, 124, 131, 127, 122, 129, 126, 121, 125, 130, 123, 119],
};

interface Commit {
  /** Minutes from the incident. */
  readonly at: number;
  readonly hash: string;
  readonly author: string;
  readonly message: string;
  readonly change: string;
}
const commits: readonly Commit[] = [
  {
    at: -2160,
    hash: 'c41d07e',
    author: 'inventory team',
    message: 'orders table: add column gift_note',
    change: 'migrations/0145_orders_gift_note.sql: ALTER TABLE orders ADD COLUMN gift_note text',
  },
  {
    at: -1800,
    hash: '7be92f0',
    author: 'payments team',
    message: 'payments: retry once when the bank times out',
    change: 'src/payments/charge.ts',
  },
  {
    at: -360,
    hash: 'e0a5d13',
    author: 'operations team',
    message: 'docs: runbook for slow queries',
    change: 'docs/runbooks/slow-queries.md',
  },
  {
    at: -180,
    hash: '5d3c8b6',
    author: 'database team',
    message: 'checkout: new banner for the spring sale',
    change: 'src/checkout/Banner.tsx',
  },
  {
    at: -60,
    hash: '9f3c1ad',
    author: 'database team',
    message: 'orders table: drop index that looks unused',
    change: 'migrations/0146_orders_drop_index.sql: DROP INDEX idx_orders_customer_created',
  },
  { at: 20, hash: 'b8f64c2', author: 'inventory team', message: 'inventory: sort the stock list by name', change: 'src/inventory/list.ts' },
];

/**
 * The last `range` ("3d", "12h") of alerts, newest last. All of this file tells one story: at 14:00 UTC of the day before `now`
 * queries on `orders` became slow, because an index was dropped an hour earlier.
 */
export function alertsWithin(range: string, now: Date): string {
  const amount = Number.parseInt(range, 10);
  const from = now.getTime() - amount * (range.endsWith('h') ? hour : day);
  const recent = alerts.filter(([at]) => incident(now) + at * minute >= from);
  if (recent.length === 0) return `No alerts in the last ${range}.`;
  const lines = recent.map(
    ([at, severity, table, text]) => `${stamp(incident(now) + at * minute)}  ${severity.padEnd(8)}  ${table.padEnd(9)}  ${text}`,
  );
  const counts = tables.map((table) => [table, recent.filter(([, , t]) => t === table).length] as const).filter(([, count]) => count > 0);
  return [
    `${recent.length} alerts in the last ${range} (${counts.map(([table, count]) => `${table} ${count}`).join(', ')}), times in UTC:`,
    ...lines,
  ].join('\n');
}

/** Twelve hourly values of a metric of a table around the incident. */
export function metricOf(table: Table, metric: Metric, now: Date): string {
  const values = unusual[`${table} ${metric}`] ?? usual[metric];
  const lines = values.map((value, i) => `${stamp(incident(now) + (i - 6) * hour)}  ${value}`);
  return [`${metric} of table ${table}, one value an hour, times in UTC:`, ...lines].join('\n');
}

/** Commits of the last `days` days that mention every word of `keyword`, newest first, with what each changed. */
export function commitsOn(keyword: string, days: number, now: Date): string {
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean);
  const from = now.getTime() - days * day;
  const found = commits
    .filter(({ at }) => incident(now) + at * minute >= from)
    .filter(({ message, change, author, hash }) => {
      const text = `${message} ${change} ${author} ${hash}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  if (found.length === 0) return `No commit of the last ${days} days mentions "${keyword}".`;
  return found
    .toReversed()
    .map(
      ({ at, hash, author, message, change }) => `${hash}  ${stamp(incident(now) + at * minute)} UTC  ${author}\n  ${message}\n  ${change}`,
    )
    .join('\n');
}

/** 14:00 UTC of the day before. */
function incident(now: Date): number {
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - 1, 14);
}

function stamp(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ');
}
