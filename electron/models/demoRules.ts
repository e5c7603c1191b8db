import { attachedRule } from './demoAttached.ts';
import { callRule, helpPlan, longRule, slowRule } from './demoCommands.ts';
import { type DemoPlan, type DemoRule, exchangeOf, READ_CHARACTERS } from './demoExchange.ts';
import { lookupRule } from './demoLookups.ts';
import { incidentRule, orderRule } from './demoStories.ts';
import type { ModelRequest } from './provider.ts';

/** The first rule that knows what to do does it. */
const rules: readonly DemoRule[] = [callRule, slowRule, longRule, attachedRule, incidentRule, orderRule, lookupRule];
/** Rules whose answer says what it is by itself. */
const plain: readonly DemoRule[] = [callRule, slowRule, longRule];

/** What the demo model does next. Pure: the same request gives the same plan. No rule calls a tool twice for one question. */
export function planOf(request: ModelRequest): DemoPlan {
  const exchange = exchangeOf(request);
  const short = { ...exchange, question: exchange.question.slice(0, READ_CHARACTERS) };
  for (const rule of rules) {
    // Only a command is read whole, since all of it is passed on.
    const plan = rule(rule === callRule ? exchange : short);
    if (!plan) continue;
    const ends = plan.calls.length === 0 && exchange.first && !plain.includes(rule);
    return ends
      ? {
          ...plan,
          text: `${plan.text}\n\n*${exchange.language === 'zh' ? '演示模型：只按固定规则回答，不是人工智能。' : 'Demo model: fixed rules, not an AI.'}*`,
        }
      : plan;
  }
  return helpPlan(exchange);
}
