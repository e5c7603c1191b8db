import { isChinese } from '../toolResult.ts';

/** What create_order takes, as it was parsed. */
export interface Order {
  readonly customer: { readonly name: string; readonly phone: string; readonly email?: string | undefined };
  readonly items: readonly OrderItem[];
  readonly shipping_address: {
    readonly province: string;
    readonly city: string;
    readonly district?: string | undefined;
    readonly detail: string;
  };
  readonly coupon_code?: string | undefined;
}
interface OrderItem {
  readonly product_id: string;
  readonly name?: string | undefined;
  readonly quantity: number;
  /** Yuan, at most two decimals. */
  readonly unit_price: number;
}

/** Amounts in whole cents, so that sums are exact. */
export interface Totals {
  readonly amounts: readonly number[];
  readonly total: number;
  readonly discount: number;
  readonly payable: number;
}

/** What an order costs; a problem when a price has a fraction of a cent. The discount never exceeds the total. */
export function totalsOf(
  order: Order,
): { readonly kind: 'totals'; readonly totals: Totals } | { readonly kind: 'problem'; readonly message: string } {
  const odd = order.items.find(({ unit_price }) => Number(unit_price.toFixed(2)) !== unit_price);
  if (odd) return { kind: 'problem', message: oddPrice(order, odd) };
  const amounts = order.items.map(({ quantity, unit_price }) => quantity * Math.round(unit_price * 100));
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  const discount = couponApplies(order) ? Math.min(20_00, total) : 0;
  return { kind: 'totals', totals: { amounts, total, discount, payable: total - discount } };
}

/** The confirmation that the customer reads: in Chinese when the customer's name or address is, otherwise in English. */
export function confirmation(order: Order, orderId: string, totals: Totals): string {
  return speaksChinese(order) ? confirmationZh(order, orderId, totals) : confirmationEn(order, orderId, totals);
}

/**
 * Order numbers for one server: ORD and the local time to the second. A second order within the same second gets the next free one,
 * so that no number is given twice.
 */
export function orderNumbers(now: () => Date): () => string {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    last = Math.max(now().getTime(), last + 1000);
    const d = new Date(last);
    const parts = [d.getMonth() + 1, d.getDate(), d.getHours(), d.getMinutes(), d.getSeconds()];
    return `ORD${d.getFullYear()}${parts.map((part) => String(part).padStart(2, '0')).join('')}`;
  };
}

function couponApplies({ coupon_code }: Order): boolean {
  return coupon_code?.startsWith('SAVE') ?? false;
}

function speaksChinese({ customer, shipping_address }: Order): boolean {
  return isChinese([customer.name, ...Object.values(shipping_address)].join(' '));
}

function oddPrice(order: Order, { product_id, unit_price }: OrderItem): string {
  return speaksChinese(order)
    ? `订单未创建：商品 ${product_id} 的单价 ${unit_price} 超过两位小数。请以元为单位填写，最多两位小数。`
    : `The order was not created: the unit price ${unit_price} of ${product_id} has more than two decimals. Give it in yuan with at most two.`;
}

function confirmationZh(order: Order, orderId: string, totals: Totals): string {
  const { customer, shipping_address: to, coupon_code } = order;
  return [
    '订单创建成功！',
    `订单号：${orderId}`,
    `客户：${customer.name} (${customer.phone})`,
    '商品明细：',
    ...order.items.map((item, i) => `  - ${item.name ?? item.product_id} x${item.quantity} = ${yuan(totals.amounts[i])}元`),
    `收货地址：${to.province}${to.city}${to.district ?? ''}${to.detail}`,
    `商品合计：${yuan(totals.total)}元`,
    `优惠折扣：-${yuan(totals.discount)}元`,
    ...(coupon_code && !couponApplies(order) ? [`优惠券 ${coupon_code} 无效，未使用`] : []),
    `实付金额：${yuan(totals.payable)}元`,
  ].join('\n');
}

function confirmationEn(order: Order, orderId: string, totals: Totals): string {
  const { customer, shipping_address: to, coupon_code } = order;
  return [
    'The order was created.',
    `Order number: ${orderId}`,
    `Customer: ${customer.name} (${customer.phone})`,
    'Items:',
    ...order.items.map((item, i) => `  - ${item.name ?? item.product_id} x${item.quantity} = ${yuan(totals.amounts[i])} yuan`),
    `Ship to: ${[to.detail, to.district, to.city, to.province].filter(Boolean).join(', ')}`,
    `Total: ${yuan(totals.total)} yuan`,
    `Discount: -${yuan(totals.discount)} yuan`,
    ...(coupon_code && !couponApplies(order) ? [`Coupon ${coupon_code} is not valid and was not used`] : []),
    `Payable: ${yuan(totals.payable)} yuan`,
  ].join('\n');
}

function yuan(cents: number | undefined): string {
  return ((cents ?? 0) / 100).toFixed(2);
}
