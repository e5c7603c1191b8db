import { expect, test } from 'vitest';
import { adviseOnTool, type Advice } from './schemaAdvice.ts';

const short = (advice: readonly Advice[]): string[] => advice.map((a) => `${a.code} ${a.pointer}`);
const tool = (inputSchema: object, more: object = {}): object => ({
  name: 'do_it',
  description: 'Does one well described thing for whoever asks.',
  inputSchema: { type: 'object', ...inputSchema },
  ...more,
});

const getWeather = {
  name: 'get_weather',
  description: '获取指定城市的当前天气信息',
  inputSchema: {
    type: 'object',
    properties: {
      city: { type: 'string', description: '城市名称，如北京、上海、广州' },
      unit: {
        type: 'string',
        description: '温度单位：celsius（摄氏度）或 fahrenheit（华氏度）',
        enum: ['celsius', 'fahrenheit'],
        default: 'celsius',
      },
    },
    required: ['city'],
  },
};
const searchNews = {
  name: 'search_news',
  description: '搜索最新的新闻和资讯',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: '搜索关键词' },
      limit: { type: 'integer', description: '返回条数，默认3', default: 3 },
    },
    required: ['query'],
  },
};
const createOrder = {
  name: 'create_order',
  description: '创建电商订单，支持多商品、指定收货地址和优惠信息',
  inputSchema: {
    type: 'object',
    properties: {
      customer: {
        type: 'object',
        description: '下单客户信息',
        properties: {
          name: { type: 'string', description: '客户姓名' },
          phone: { type: 'string', description: '联系电话' },
          email: { type: 'string', description: '邮箱（可选）' },
        },
        required: ['name', 'phone'],
      },
      items: {
        type: 'array',
        description: '购买商品列表，至少一件',
        items: {
          type: 'object',
          properties: {
            product_id: { type: 'string', description: '商品ID' },
            name: { type: 'string', description: '商品名称' },
            quantity: { type: 'integer', description: '购买数量' },
            unit_price: { type: 'number', description: '单价（元）' },
          },
          required: ['product_id', 'quantity', 'unit_price'],
        },
      },
      shipping_address: {
        type: 'object',
        description: '收货地址',
        properties: {
          province: { type: 'string', description: '省份' },
          city: { type: 'string', description: '城市' },
          district: { type: 'string', description: '区县' },
          detail: { type: 'string', description: '详细地址（街道门牌号）' },
        },
        required: ['province', 'city', 'detail'],
      },
      coupon_code: { type: 'string', description: '优惠券码（可选），以 SAVE 开头可减20元' },
    },
    required: ['customer', 'items', 'shipping_address'],
  },
};

test('the well-made examples of the guide get no advice', () => {
  for (const good of [getWeather, searchNews, createOrder]) expect(short(adviseOnTool(good)), good.name).toEqual([]);
});

test('the badly made examples of the guide get the advice that it gives', () => {
  expect(short(adviseOnTool({ ...getWeather, description: '天气工具' }))).toEqual(['tool-vague /description']);
  const { unit, city } = getWeather.inputSchema.properties;
  const { enum: _enum, default: _default, ...open } = unit;
  const loose = { ...getWeather, inputSchema: { ...getWeather.inputSchema, properties: { city, unit: open } } };
  expect(adviseOnTool(loose)).toEqual([
    { code: 'enum-chance', pointer: '/inputSchema/properties/unit', words: { name: 'unit', values: 'celsius, fahrenheit' } },
  ]);
  const { query, limit } = searchNews.inputSchema.properties;
  const { default: _three, ...undecided } = limit;
  const news = {
    ...searchNews,
    inputSchema: { ...searchNews.inputSchema, properties: { query: { ...query, description: '参数' }, limit: undecided } },
  };
  expect(short(adviseOnTool(news))).toEqual([
    'parameter-vague /inputSchema/properties/query',
    'default-chance /inputSchema/properties/limit',
  ]);
});

test('a tool that does everything wrong hears of all of it, each with its place', () => {
  const deep = {
    type: 'object',
    properties: {
      a: {
        type: 'object',
        properties: { b: { type: 'object', properties: { c: { type: 'string', description: 'The deepest one of all.' } } } },
      },
    },
  };
  const bad = {
    name: 'do it!',
    inputSchema: {
      type: 'object',
      properties: {
        one: { type: 'string' },
        two: { type: 'string', description: 'two' },
        param3: { type: 'string', description: 'One of: asc, desc' },
        four: { description: 'Whatever is needed here.' },
        five: { type: 'object', description: 'All the options.' },
        six: { type: 'array', description: 'All the things.' },
        'a/b': { type: 'array', items: { type: 'string' } },
        eight: { ...deep, description: 'A deep thing.' },
        nine: { type: 'number', description: 'How many, defaults to 5' },
      },
      required: ['one', 'two', 'param3', 'four', 'five', 'six', 'gone'],
    },
  };
  expect(short(adviseOnTool(bad)).sort()).toEqual(
    [
      'name-form /name',
      'tool-undescribed /description',
      'many-required /inputSchema/required',
      'required-unknown /inputSchema/required',
      'parameter-undescribed /inputSchema/properties/one',
      'parameter-vague /inputSchema/properties/two',
      'parameter-name /inputSchema/properties/param3',
      'enum-chance /inputSchema/properties/param3',
      'type-missing /inputSchema/properties/four',
      'object-open /inputSchema/properties/five',
      'items-open /inputSchema/properties/six',
      'parameter-undescribed /inputSchema/properties/a~1b',
      'items-undescribed /inputSchema/properties/a~1b',
      'parameter-undescribed /inputSchema/properties/eight/properties/a',
      'parameter-undescribed /inputSchema/properties/eight/properties/a/properties/b',
      'too-deep /inputSchema/properties/eight/properties/a/properties/b',
      'default-chance /inputSchema/properties/nine',
    ].sort(),
  );
});

test.each<[string, string | undefined]>([
  ['Sort order: asc or desc', undefined],
  ['Must be asc or desc', 'asc, desc'],
  ["Either 'low', 'mid' or 'high'", 'low, mid, high'],
  ['Level (low/medium/high)', 'low, medium, high'],
  ['asc|desc', 'asc, desc'],
  ['可选值：json、xml、csv', 'json, xml, csv'],
  ['城市名称，如北京、上海', undefined],
  ['A city, e.g. "Paris" or "Rome"', undefined],
  ['A path like src/lib/index', undefined],
  ['See https://example.com/a/b/c', undefined],
  ['Name or id of the customer', undefined],
  ['', undefined],
])('a description that lists all values is a chance for an enum, examples are not: %s', (description, values) => {
  const found = adviseOnTool(tool({ properties: { x: { type: 'string', description } } })).find((a) => a.code === 'enum-chance');
  expect(found?.words.values).toBe(values);
});

test('references are followed, a definition that contains itself is looked at once', () => {
  const advice = adviseOnTool(
    tool({
      properties: { root: { $ref: '#/$defs/node', description: 'The first node of the tree.' }, other: { $ref: '#/$defs/node' } },
      $defs: {
        node: {
          type: 'object',
          properties: {
            label: { type: 'string' },
            children: { type: 'array', description: 'The nodes below.', items: { $ref: '#/$defs/node' } },
          },
        },
      },
    }),
  );
  expect(short(advice)).toEqual([
    'parameter-undescribed /inputSchema/$defs/node/properties/label',
    'parameter-undescribed /inputSchema/properties/other',
  ]);
});

test('three levels are fine and four are one too many, arrays do not count by themselves', () => {
  const level = (n: number): object => ({
    type: 'object',
    description: 'One more level of it.',
    properties:
      n === 1
        ? { leaf: { type: 'string', description: 'The very end.' } }
        : { next: { type: 'array', description: 'What comes below.', items: level(n - 1) } },
  });
  const codes = (n: number): string[] => adviseOnTool({ ...tool({}), inputSchema: level(n) }).map((a) => a.code);
  expect(codes(3)).toEqual([]);
  expect(codes(4)).toEqual(['too-deep']);
  expect(codes(6)).toEqual(['too-deep']);
});

test('whatever a server sends, advising ends and never throws', () => {
  const odd: unknown[] = [
    null,
    [],
    'x',
    {},
    { name: 5, inputSchema: [] },
    tool({ properties: [1] }),
    tool({ properties: { a: null, b: true } }),
    tool({ required: 'x' }),
  ];
  odd.push(tool({ $ref: '#' }), tool({ $ref: '#/nowhere' }), tool({ properties: { __proto__: { type: 'string' } } }));
  odd.push(tool({ properties: Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`p${n}`, { type: 'string' }])) }));
  for (const definition of odd) expect(adviseOnTool(definition).length).toBeLessThanOrEqual(100);
});
