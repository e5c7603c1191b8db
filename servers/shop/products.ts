interface Product {
  readonly id: string;
  readonly zh: string;
  readonly en: string;
  /** Yuan. */
  readonly price: string;
}

const products: readonly Product[] = [
  { id: 'P001', zh: '智能手机', en: 'Smartphone', price: '2999.00' },
  { id: 'P002', zh: '手机壳', en: 'Phone case', price: '29.90' },
  { id: 'P003', zh: '蓝牙耳机', en: 'Wireless earbuds', price: '399.00' },
  { id: 'P004', zh: '充电宝', en: 'Power bank', price: '129.00' },
  { id: 'P005', zh: '数据线', en: 'Charging cable', price: '19.90' },
  { id: 'P006', zh: '平板电脑', en: 'Tablet', price: '2199.00' },
];

/** The text of shop://catalog: what can be ordered, as CSV with a heading line. */
export function catalogCsv(): string {
  return ['product_id,name_zh,name_en,unit_price_yuan', ...products.map(({ id, zh, en, price }) => [id, zh, en, price].join(','))]
    .map((line) => `${line}\n`)
    .join('');
}
