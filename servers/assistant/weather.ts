import { answer, isChinese, problem, type TextResult } from '../toolResult.ts';

/** Units that temperatures can be given in. */
export const temperatureUnits = ['celsius', 'fahrenheit'] as const;
type TemperatureUnit = (typeof temperatureUnits)[number];

interface Weather {
  readonly zh: string;
  readonly en: string;
  readonly sky: keyof typeof skies;
  readonly celsius: number;
  readonly humidity: number;
}

const skies = {
  clear: { zh: '晴天', en: 'sunny' },
  cloudy: { zh: '多云', en: 'cloudy' },
  rain: { zh: '小雨', en: 'light rain' },
  overcast: { zh: '阴天', en: 'overcast' },
} as const;

const cities: readonly Weather[] = [
  { zh: '北京', en: 'Beijing', sky: 'clear', celsius: 22, humidity: 45 },
  { zh: '上海', en: 'Shanghai', sky: 'cloudy', celsius: 26, humidity: 70 },
  { zh: '广州', en: 'Guangzhou', sky: 'rain', celsius: 28, humidity: 85 },
  { zh: '成都', en: 'Chengdu', sky: 'overcast', celsius: 20, humidity: 75 },
  { zh: '深圳', en: 'Shenzhen', sky: 'cloudy', celsius: 29, humidity: 78 },
  { zh: '东京', en: 'Tokyo', sky: 'clear', celsius: 18, humidity: 55 },
  { zh: '伦敦', en: 'London', sky: 'rain', celsius: 12, humidity: 82 },
  { zh: '巴黎', en: 'Paris', sky: 'overcast', celsius: 15, humidity: 68 },
  { zh: '纽约', en: 'New York', sky: 'clear', celsius: 17, humidity: 50 },
];

/** The names that cities are known by here, in both languages. */
export const cityNames: readonly string[] = cities.flatMap(({ en, zh }) => [en, zh]);

/** The weather of the one city that `city` names, in the language of the name; "北京市" and "Paris, France" name one too. */
export function weatherOf(city: string, unit: TemperatureUnit): TextResult {
  const language = isChinese(city) ? 'zh' : 'en';
  const words = ` ${city.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const named = cities.filter((c) => (language === 'zh' ? city.includes(c.zh) : words.includes(` ${c.en.toLowerCase()} `)));
  const [found] = named;
  if (found === undefined || named.length > 1) return problem(complaint(city, language, named.length));
  const sky = skies[found.sky][language];
  const temperature = unit === 'fahrenheit' ? `${(found.celsius * 9) / 5 + 32}°F` : `${found.celsius}°C`;
  return answer(
    language === 'zh'
      ? `${found.zh}: ${sky}, ${temperature}, 湿度${found.humidity}%`
      : `${found.en}: ${sky}, ${temperature}, humidity ${found.humidity}%`,
  );
}

function complaint(city: string, language: 'zh' | 'en', found: number): string {
  const known = cities.map((c) => c[language]).join(language === 'zh' ? '、' : ', ');
  if (language === 'zh') return found > 1 ? `一次只能查询一个城市：${city}` : `未找到 ${city} 的天气数据。可查询的城市：${known}。`;
  return found > 1 ? `Ask for one city at a time, not for "${city}".` : `There is no weather for "${city}". Cities with weather: ${known}.`;
}
