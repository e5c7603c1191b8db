import { callOrSay, type DemoRule, type Exchange, type Language, say, setbackText, type WantedCall } from './demoExchange.ts';

/** Something to look up: the call, and how its result is said. */
interface Lookup {
  readonly call: WantedCall;
  readonly say: (result: string, language: Language) => string;
}

const cities: readonly (readonly [en: string, zh: string])[] = [
  ['Beijing', '北京'],
  ['Shanghai', '上海'],
  ['Guangzhou', '广州'],
  ['Chengdu', '成都'],
  ['Shenzhen', '深圳'],
  ['Tokyo', '东京'],
  ['London', '伦敦'],
  ['Paris', '巴黎'],
  ['New York', '纽约'],
];
const WEATHER = /\b(weather|forecast|temperature)\b|天气|气温/i;
const NEWS = /\b(news|headlines?)\b|新闻|资讯/i;
const CALCULATE = /calculat|comput|evaluat|how much is|what(?:'s|’s| is)|计算|算|等于|多少/i;

/** Weather, arithmetic and news, as many as the question names, all in one round. */
export const lookupRule: DemoRule = (exchange) => {
  const { question, language, rounds } = exchange;
  const calculation = calculationIn(question);
  const weather = WEATHER.test(question) ? citiesIn(question) : [];
  const news = NEWS.test(question) ? [newsLookup(question)] : [];
  const lookups = [...(calculation === undefined ? [] : [calculationLookup(calculation)]), ...weather.map(weatherLookup), ...news];
  if (lookups.length === 0)
    return WEATHER.test(question) ? say(language === 'zh' ? '您想知道哪个城市的天气？' : 'The weather of which city?') : undefined;
  const results = rounds.flat();
  if (results.length === 0)
    return callOrSay(
      exchange,
      introOf(lookups, exchange),
      lookups.map((lookup) => lookup.call),
    );
  const sentences = results.map((result, at) =>
    result.setback ? setbackText(result, language) : (lookups[at]?.say(result.text.trim(), language) ?? result.text),
  );
  return say(sentences.join('\n\n'));
};

function introOf(lookups: readonly Lookup[], { language }: Exchange): string {
  if (lookups.length === 1) return language === 'zh' ? '我用工具查一下。' : 'I look that up with a tool.';
  return language === 'zh' ? `我同时调用 ${lookups.length} 个工具。` : `I make ${lookups.length} calls at the same time.`;
}

/** Known cities by name; otherwise whatever stands where a city would. */
function citiesIn(question: string): string[] {
  const known = cities.flatMap(([en, zh]) => {
    if (question.includes(zh)) return [{ name: zh, at: question.indexOf(zh) }];
    const at = question.search(new RegExp(`\\b${en}\\b`, 'i'));
    return at < 0 ? [] : [{ name: en, at }];
  });
  if (known.length > 0) return known.sort((a, b) => a.at - b.at).map((city) => city.name);
  const english = /\b(?:in|at|for|of)\s+([A-Z][\p{L}.'-]*(?:\s+[A-Z][\p{L}.'-]*)*)/u.exec(question)?.[1];
  const chinese =
    /(?:以及|还有|和|查一下|查询|查|告诉我|看看|请问|^)?([\p{Script=Han}]{2,6}?)(?:市)?(?:今天|明天|现在|目前)*的?(?:天气|气温)/u.exec(
      question,
    )?.[1];
  const city = english ?? chinese;
  return city === undefined || /^(今天|明天|现在|目前)/u.test(city) ? [] : [city];
}

function weatherLookup(city: string): Lookup {
  return {
    call: { tool: 'get_weather', arguments: { city } },
    say: (result, language) => {
      const rest = result.startsWith(`${city}: `) ? result.slice(city.length + 2) : undefined;
      if (rest === undefined || rest.includes('\n'))
        return language === 'zh' ? `${city}的天气：${result}` : `The weather in ${city}: ${result}`;
      return language === 'zh' ? `${city}今天${rest}。` : `In ${city} it is ${rest}.`;
    },
  };
}

/** The longest piece that is arithmetic: digits with at least one operator between them. */
function calculationIn(question: string): string | undefined {
  const pieces = question.match(/[(\d.+-][\d\s.+\-*/()%^×÷]*[\d)]/g) ?? [];
  const sums = pieces.map((piece) => piece.trim()).filter((piece) => /\d[\s)]*[-+*/%^×÷]+[\s(]*[\d.(-]/.test(piece));
  const longest = sums.sort((a, b) => b.length - a.length)[0];
  const alone = longest !== undefined && question.replace(longest, '').replace(/[\s=?？.。]/g, '') === '';
  if (longest === undefined || !(alone || CALCULATE.test(question))) return undefined;
  return longest.replaceAll('×', '*').replaceAll('÷', '/').replaceAll('^', '**');
}

function calculationLookup(code: string): Lookup {
  return {
    call: { tool: 'run_python', arguments: { code } },
    say: (result, language) => {
      const full = result.includes('=') ? result : `${code} = ${result}`;
      // An asterisk between digits would otherwise begin emphasis.
      const shown = full.includes('`') ? full : `\`${full}\``;
      return language === 'zh' ? `计算结果：${shown}。` : `The result: ${shown}.`;
    },
  };
}

function newsLookup(question: string): Lookup {
  const limit = /(\d+)\s*(?:条|headlines?|items?|articles?)/iu.exec(question)?.[1];
  const query = queryIn(question);
  return {
    call: { tool: 'search_news', arguments: limit === undefined ? { query } : { query, limit: Number(limit) } },
    say: (result, language) => (language === 'zh' ? `关于“${query}”的新闻：\n\n${result}` : `News about ${query}:\n\n${result}`),
  };
}

function queryIn(question: string): string {
  const english = /\b(?:news|headlines?)\s+(?:about|on|of|for|regarding)\s+([^?.!,\n]+)/i.exec(question)?.[1];
  const chinese = /(?:关于|有关)?([^，。？！\s]+?)(?:方面)?的?(?:最新)?的?(?:新闻|资讯)/u.exec(question)?.[1];
  const bare = chinese?.replace(/^(?:请|帮我|给我|搜索|搜一下|查一下|查找|找一下|找|看看)*(?:关于|有关)?/u, '');
  return english?.trim() || bare || question.trim();
}
