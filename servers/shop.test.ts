import { type Client, ResourceNotFoundError } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { callForText, connectToShop } from './testClient.ts';

const now = new Date(2025, 5, 1, 14, 30, 22);
let client: Client;
beforeEach(async () => {
  client = await connectToShop(() => now);
});
afterEach(() => client.close());

const call = (name: string, args: Record<string, unknown>) => callForText(client, name, args);

const customer = { name: '张三', phone: '138xxxx0000', email: 'zhang@example.com' };
const items = [
  { product_id: 'P001', name: '智能手机', quantity: 1, unit_price: 2999.0 },
  { product_id: 'P002', name: '手机壳', quantity: 2, unit_price: 29.9 },
];
const shipping_address = { province: '广东省', city: '深圳市', district: '南山区', detail: '科技园南路88号' };
const order = { customer, items, shipping_address, coupon_code: 'SAVE20' };
const english = {
  customer: { name: 'Ann Lee', phone: '555-0100' },
  items: [{ product_id: 'P005', quantity: 3, unit_price: 19.9 }],
  shipping_address: { province: 'Ontario', city: 'Toronto', detail: '12 King St' },
};

test('the shop speaks the 2025-11-25 revision and tells the model how to use it', () => {
  expect([client.getProtocolEra(), client.getNegotiatedProtocolVersion()]).toEqual(['legacy', '2025-11-25']);
  expect(client.getInstructions()).toContain('never invent a name');
});

test('create_order confirms a Chinese order in Chinese with all amounts, as text and as data', async () => {
  const { content, structuredContent } = await client.callTool({ name: 'create_order', arguments: order });
  const text = [
    '订单创建成功！',
    '订单号：ORD20250601143022',
    '客户：张三 (138xxxx0000)',
    '商品明细：',
    '  - 智能手机 x1 = 2999.00元',
    '  - 手机壳 x2 = 59.80元',
    '收货地址：广东省深圳市南山区科技园南路88号',
    '商品合计：3058.80元',
    '优惠折扣：-20.00元',
    '实付金额：3038.80元',
  ].join('\n');
  expect(content).toEqual([{ type: 'text', text }]);
  expect(structuredContent).toEqual({ order_id: 'ORD20250601143022', currency: 'CNY', total: 3058.8, discount: 20, payable: 3038.8 });
});

test('create_order confirms an English order in English and names a product without a name by its id', async () => {
  const { text } = await call('create_order', english);
  expect(text.split('\n')).toEqual([
    'The order was created.',
    'Order number: ORD20250601143022',
    'Customer: Ann Lee (555-0100)',
    'Items:',
    '  - P005 x3 = 59.70 yuan',
    'Ship to: 12 King St, Toronto, Ontario',
    'Total: 59.70 yuan',
    'Discount: -0.00 yuan',
    'Payable: 59.70 yuan',
  ]);
});

test.each([
  { bought: [[3, 0.1]], total: 0.3, discount: 0, payable: 0.3 },
  {
    bought: [
      [1, 0.1],
      [1, 0.2],
    ],
    total: 0.3,
    discount: 0,
    payable: 0.3,
  },
  {
    bought: [
      [3, 19.99],
      [7, 0.01],
    ],
    coupon_code: 'SAVE20',
    total: 60.04,
    discount: 20,
    payable: 40.04,
  },
  {
    bought: [
      [1, 1.1],
      [1, 2.2],
    ],
    total: 3.3,
    discount: 0,
    payable: 3.3,
  },
  { bought: [[10_000, 9_999_999.99]], coupon_code: 'SAVE', total: 99_999_999_900, discount: 20, payable: 99_999_999_880 },
  { bought: [[1, 12.5]], coupon_code: 'SAVE20', total: 12.5, discount: 12.5, payable: 0 },
  { bought: [[1, 0]], coupon_code: 'SAVE20', total: 0, discount: 0, payable: 0 },
  { bought: [[1, 100]], coupon_code: 'save20', total: 100, discount: 0, payable: 100 },
])('create_order counts $bought with coupon $coupon_code exactly in cents', async ({ bought, coupon_code, ...amounts }) => {
  const rows = bought.map(([quantity, unit_price], i) => ({ product_id: `P${i}`, quantity, unit_price }));
  const args = { ...english, items: rows, ...(coupon_code && { coupon_code }) };
  const { structuredContent } = await client.callTool({ name: 'create_order', arguments: args });
  expect(structuredContent).toMatchObject(amounts);
});

test('create_order says that a coupon was not used rather than passing over it', async () => {
  expect((await call('create_order', { ...english, coupon_code: 'FREE' })).text).toContain('Coupon FREE is not valid and was not used');
  expect((await call('create_order', { ...order, coupon_code: 'FREE' })).text).toContain('优惠券 FREE 无效，未使用');
});

test('create_order refuses a price with a fraction of a cent and creates nothing', async () => {
  const odd = [{ product_id: 'P001', quantity: 1, unit_price: 1.005 }];
  expect(await call('create_order', { ...english, items: odd })).toEqual({
    text: 'The order was not created: the unit price 1.005 of P001 has more than two decimals. Give it in yuan with at most two.',
    isError: true,
  });
  expect((await call('create_order', { ...order, items: odd })).text).toMatch(/^订单未创建/);
  expect((await call('create_order', english)).text).toContain('ORD20250601143022');
});

test('two orders of the same second get different numbers', async () => {
  const texts = await Promise.all([call('create_order', english), call('create_order', english), call('create_order', english)]);
  expect(texts.map(({ text }) => /ORD\d+/.exec(text)?.[0])).toEqual(['ORD20250601143022', 'ORD20250601143023', 'ORD20250601143024']);
});

test('an order that breaks the schema comes back as an error result that names the field', async () => {
  for (const [broken, field] of [
    [{ ...english, items: [] }, 'items'],
    [{ ...english, items: [{ product_id: 'P1', quantity: 0, unit_price: 1 }] }, 'quantity'],
    [{ ...english, items: [{ product_id: 'P1', quantity: 1.5, unit_price: 1 }] }, 'quantity'],
    [{ ...english, items: [{ product_id: 'P1', quantity: 1, unit_price: -1 }] }, 'unit_price'],
    [{ ...english, customer: { name: 'Ann Lee' } }, 'phone'],
    [{ ...english, shipping_address: undefined }, 'shipping_address'],
  ] as const) {
    const { text, isError } = await call('create_order', broken);
    expect(isError).toBe(true);
    expect(text).toContain(field);
  }
});

test('the operations tools tell one story: alerts on orders, slow from an hour on, an index dropped the hour before', async () => {
  const alerts = (await call('get_alerts', { time_range: '3d' })).text.split('\n');
  expect(alerts[0]).toBe('15 alerts in the last 3d (orders 11, payments 2, customers 1, inventory 1), times in UTC:');

  const values = (await call('get_metrics', { table: 'orders', metric: 'slow_query_count' })).text.split('\n').slice(1);
  const points = values.map((line) => ({ at: line.slice(0, 16), value: Number(line.slice(16)) }));
  const rise = points.find(({ value }) => value > 100);
  expect(rise?.at).toBe('2025-05-31 14:00');
  expect(Math.max(...points.slice(0, 6).map(({ value }) => value))).toBeLessThan(5);

  const commits = (await call('search_commits', { keyword: 'orders table' })).text;
  expect(commits).toContain('2025-05-31 13:00 UTC');
  expect(commits).toContain('DROP INDEX idx_orders_customer_created');
  expect(commits).not.toContain('payments');
});

test('other tables and metrics show nothing unusual', async () => {
  for (const args of [
    { table: 'payments', metric: 'slow_query_count' },
    { table: 'orders', metric: 'writes_per_minute' },
  ]) {
    const values = (await call('get_metrics', args)).text
      .split('\n')
      .slice(1)
      .map((line) => Number(line.slice(16)));
    expect(values).toHaveLength(12);
    expect(Math.max(...values) - Math.min(...values)).toBeLessThan(20);
  }
});

test('ranges are honoured, and nothing found is said plainly', async () => {
  expect((await call('get_alerts', { time_range: '1h' })).text).toBe('No alerts in the last 1h.');
  expect((await call('search_commits', { keyword: 'gift_note', days: 1 })).text).toBe('No commit of the last 1 days mentions "gift_note".');
  expect((await call('search_commits', { keyword: 'GIFT_NOTE' })).text).toContain('c41d07e');
  expect((await call('get_alerts', { time_range: '3 days' })).isError).toBe(true);
  expect((await call('get_metrics', { table: 'users', metric: 'slow_query_count' })).isError).toBe(true);
});

test('catalog and runbooks are resources, with a template that completes its topics', async () => {
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual(['shop://catalog', 'shop://runbook/slow-queries', 'shop://runbook/rollback']);
  const [catalog] = (await client.readResource({ uri: 'shop://catalog' })).contents;
  expect(catalog).toMatchObject({ mimeType: 'text/csv', text: expect.stringContaining('P001,智能手机,Smartphone,2999.00\n') });
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['shop://runbook/{topic}']);
  const { completion } = await client.complete({
    ref: { type: 'ref/resource', uri: 'shop://runbook/{topic}' },
    argument: { name: 'topic', value: 'sl' },
  });
  expect(completion.values).toEqual(['slow-queries']);
  const [runbook] = (await client.readResource({ uri: 'shop://runbook/rollback' })).contents;
  expect(runbook).toMatchObject({ text: expect.stringContaining('# Rolling back') });
  await expect(client.readResource({ uri: 'shop://runbook/none' })).rejects.toBeInstanceOf(ResourceNotFoundError);
});
