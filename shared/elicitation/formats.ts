import type { TextFormat } from './form.ts';

/** Whether a text has the form that JSON Schema's `format` names. Each check takes time in proportion to the text. */
export function hasFormat(format: TextFormat, text: string): boolean {
  switch (format) {
    case 'email':
      return isEmail(text);
    case 'uri':
      return /^[a-z][a-z\d+.-]*:[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text);
    case 'date':
      return isDate(text);
    case 'date-time':
      return isDateTime(text);
  }
}

/** As browsers take it, with at most 320 characters. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const [name, domain] = [text.slice(0, Math.max(0, at)), text.slice(at + 1)];
  const labels = domain.split('.');
  return (
    text.length <= 320 &&
    /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+$/u.test(name) &&
    !/^\.|\.\.|\.$/.test(name) &&
    labels.every((label) => label.length <= 63 && /^[\p{L}\p{N}-]+$/u.test(label) && !label.startsWith('-') && !label.endsWith('-'))
  );
}

function isDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const isLeap = (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][m - 1] ?? 0;
  return d >= 1 && d <= days;
}

/** RFC 3339: with seconds, and with `Z` or an offset. */
function isDateTime(text: string): boolean {
  const [, date = '', hour, minute, second, , offsetHour = '0', offsetMinute = '0'] =
    /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?([Zz]|[+-](\d{2}):(\d{2}))$/.exec(text) ?? [];
  return (
    isDate(date) &&
    Number(hour) <= 23 &&
    Number(minute) <= 59 &&
    Number(second) <= 60 &&
    Number(offsetHour) <= 23 &&
    Number(offsetMinute) <= 59
  );
}
