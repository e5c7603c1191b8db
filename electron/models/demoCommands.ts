import { callOrSay, type DemoPlan, type DemoRule, type Exchange, type Language, say, setbackText, toolsNamed } from './demoExchange.ts';

const COMMAND = /^\s*(?:call|调用)\s+(\S+?)\s*(?=$|[\s{[(])(.*)$/iu;

interface Command {
  readonly tool: string;
  readonly argumentsText: string;
}

/** `call TOOL {json}`, once or on several lines: the very text goes to the tool, so that one can see what the host makes of it. */
export const callRule: DemoRule = (exchange) => {
  const commands = commandsIn(exchange.question);
  if (commands.length === 0) return undefined;
  const language: Language = /^\s*调用/mu.test(exchange.question) ? 'zh' : 'en';
  const results = exchange.rounds.flat();
  if (results.length > 0)
    return say(
      results.map((result) => (result.setback ? setbackText(result, language) : answered(result.name, result.text, language))).join('\n\n'),
    );
  const found = commands.map((command) => ({ command, tools: toolsNamed(exchange.tools, command.tool) }));
  const unclear = found.find(({ tools }) => tools.length !== 1);
  if (unclear) return say(unclearText(unclear.command.tool, unclear.tools.length, exchange, language));
  return {
    text: language === 'zh' ? '照您说的调用。' : 'I call it just as you wrote it.',
    calls: found.flatMap(({ command, tools }) => tools.map((tool) => ({ name: tool.name, argumentsText: command.argumentsText }))),
  };
};

/** When the JSON beside a command is not whole, the lines up to the next command belong to it. */
function commandsIn(question: string): Command[] {
  const commands: Command[] = [];
  let open: { readonly tool: string; readonly lines: string[]; readonly goesOn: boolean } | undefined;
  const close = (): void => {
    if (open) commands.push({ tool: open.tool, argumentsText: open.lines.join('\n').trim() || '{}' });
  };
  for (const line of question.split('\n')) {
    const match = COMMAND.exec(line);
    if (match) {
      close();
      open = { tool: match[1] ?? '', lines: [match[2] ?? ''], goesOn: isUnfinished(match[2] ?? '') };
    } else if (open?.goesOn) open.lines.push(line);
  }
  close();
  return commands;
}

function isUnfinished(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

const answered = (name: string, text: string, language: Language): string =>
  language === 'zh' ? `${name} 的回答：\n\n${text}` : `${name} answered:\n\n${text}`;

function unclearText(tool: string, matches: number, { tools }: Exchange, language: Language): string {
  const names = tools.map(({ name }) => `- \`${name}\``).join('\n');
  if (tools.length === 0)
    return language === 'zh'
      ? `没有名为 ${tool} 的工具：现在没有任何可用的工具。`
      : `There is no tool ${tool}: no tools are connected at all.`;
  if (matches === 0)
    return language === 'zh'
      ? `没有名为 ${tool} 的工具。现有的工具：\n\n${names}`
      : `There is no tool ${tool}. These are there:\n\n${names}`;
  return language === 'zh'
    ? `${tool} 不止一个，请写出全名：\n\n${names}`
    : `${tool} can mean more than one tool. Please write the whole name:\n\n${names}`;
}

/** `slow N`: a call that takes N seconds, to try progress and Stop. */
export const slowRule: DemoRule = (exchange) => {
  const match = /^\s*(?:slow|慢|慢速报告)\s*(\d+)/iu.exec(exchange.question);
  if (!match) return undefined;
  const [result] = exchange.rounds.flat();
  if (result) return say(result.setback ? setbackText(result, exchange.language) : result.text);
  const seconds = Number(match[1]);
  const text =
    exchange.language === 'zh'
      ? `我调用一个需要 ${seconds} 秒的工具，您可以随时停止。`
      : `I call a tool that takes ${seconds} seconds. You can stop it at any time.`;
  return callOrSay(exchange, text, [{ tool: 'slow_report', arguments: { seconds } }]);
};

const LONGEST = 200_000;
const vocabulary =
  'The demo model writes these words one after another so that you can watch how a long answer is shown while it still grows and nothing else waits for it'.split(
    ' ',
  );

/** `long N`: N words of markdown, to see how a long answer streams. */
export const longRule: DemoRule = ({ question }) => {
  const match = /^\s*(?:long|长文)\s*(\d+)/iu.exec(question);
  return match ? say(longText(Math.min(Number(match[1]), LONGEST))) : undefined;
};

function longText(words: number): string {
  const out: string[] = [];
  for (let at = 0; at < words; at++) {
    if (at > 0 && at % 120 === 0) out.push(`\n\n## Part ${at / 120}\n\n`);
    else if (at > 0 && at % 30 === 0) out.push(at % 60 === 0 ? '\n\n' : '\n\n- ');
    const word = vocabulary[at % vocabulary.length] ?? '';
    out.push(at % 17 === 5 ? `**${word}** ` : at % 23 === 7 ? `\`${word}\` ` : `${word} `);
  }
  return out.join('').trimEnd();
}

const capabilities: Readonly<Record<Language, string>> = {
  en: `I am the Demo model that is built into Steward. I am **not an AI**: I follow a few fixed rules, understand nothing beyond them, and send nothing anywhere. I am here so that you can try Steward without a key.

What I can do:

- *What is the weather in Beijing?* – one tool call
- *Find the latest news about AI* – a call with an argument left to its default
- *Calculate (123 + 456) * 2, and the weather in Shanghai* – two calls side by side
- *Order a phone and two phone cases for Zhang San, shipped to Shenzhen* – an order that you have to allow
- *Find out why the orders database has been slow for three days* – three calls, each from the result of the one before
- \`call TOOL {"json": 1}\` – any connected tool, with exactly these arguments
- \`slow 10\` – a call that takes ten seconds; \`long 500\` – an answer of 500 words

For a real model, open **Settings → Models**: add a provider with your key, or use one that runs on this computer. Then choose it above the conversation. (Started with \`OPENAI_API_KEY\` set, Steward has one already.)`,
  zh: `我是 Steward 内置的演示模型。我**不是人工智能**：只按几条固定的规则行事，规则之外的话都听不懂，也不会把任何内容发送到别处。有了我，没有密钥也能试用 Steward。

我会做的事：

- 「北京今天天气怎么样？」：一次工具调用
- 「搜索关于人工智能的最新新闻」：有一个参数使用默认值
- 「计算 (123 + 456) * 2 的结果，以及上海的天气」：两个调用同时进行
- 「给张三下单：一部手机、两个手机壳，送到深圳」：需要您允许的订单
- 「分析一下最近三天的数据库告警，找出根因」：三次调用，每次都根据上一次的结果
- \`调用 工具名 {"json": 1}\`：用完全一样的参数调用任何已连接的工具
- \`慢 10\`：一次十秒钟的调用；\`长文 500\`：500 个词的回答

要使用真正的模型，请打开**设置 → 模型**：用您的密钥添加一个服务商，或使用这台电脑上正在运行的模型；然后在对话上方选择它。（启动 Steward 时若已设置 \`OPENAI_API_KEY\`，则会自动带有一个。）`,
};

/** What is said to everything else. */
export const helpPlan = ({ language }: Exchange): DemoPlan => say(capabilities[language]);
