import * as z from 'zod';

const text = (description: string, most: number) => z.string().min(1).max(most).describe(description);

/** What create_order takes: three levels at most, a description on every field for the model that fills it in. */
export const orderInput = {
  customer: z
    .object({
      name: text('Full name of the customer, such as 张三 or Ann Lee.', 100),
      phone: text('Phone number of the customer, as the customer gave it.', 40),
      email: text('Email address of the customer; leave out when unknown.', 200).optional(),
    })
    .describe('Who places the order.'),
  items: z
    .array(
      z
        .object({
          product_id: text('Id of the product in the catalog, such as P001.', 60),
          name: text('Name of the product as it appears on the order; leave out to show the id.', 100).optional(),
          quantity: z.number().int().min(1).max(10_000).describe('How many pieces, a whole number of at least 1.'),
          unit_price: z.number().min(0).max(10_000_000).describe('Price of one piece in yuan, with at most two decimals, such as 29.9.'),
        })
        .describe('One product of the order.'),
    )
    .min(1)
    .max(100)
    .describe('The products ordered, at least one; each with product id, quantity and unit price.'),
  shipping_address: z
    .object({
      province: text('Province or state, such as 广东省.', 60),
      city: text('City, such as 深圳市.', 60),
      district: text('District or county; leave out when unknown.', 60).optional(),
      detail: text('Street, house number and whatever else is needed to find the door.', 200),
    })
    .describe('Where to send the order, down to the door.'),
  coupon_code: z
    .string()
    .max(40)
    .optional()
    .describe('Coupon code; one that begins with SAVE takes 20 yuan off. Leave out when there is none.'),
};

/** The machine-readable half of the answer. Amounts in yuan. */
export const orderOutput = {
  order_id: z.string().describe('Number of the new order.'),
  currency: z.literal('CNY').describe('Currency of all amounts.'),
  total: z.number().describe('Sum of all items before the discount.'),
  discount: z.number().describe('What the coupon takes off.'),
  payable: z.number().describe('What remains to be paid.'),
};
