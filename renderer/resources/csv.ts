export interface Table {
  readonly rows: readonly (readonly string[])[];
  /** All rows of the text, the ones beyond the limit included. */
  readonly count: number;
}

/** The sign between fields: whichever of comma, semicolon and tab the first line has most of outside quotes. */
function separatorOf(text: string): string {
  const line = (text.split(/\r?\n/, 1)[0] ?? '').replace(/"(?:[^"]|"")*"/g, '');
  const counts = [',', ';', '\t'].map((sign) => [sign, line.split(sign).length] as const);
  return counts.toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? ',';
}

/** Reads CSV as RFC 4180 has it, leniently: quotes inside a field count as text, a quote that is never closed goes to the end. */
export function parseCsv(text: string, limit = Number.POSITIVE_INFINITY): Table {
  const source = text.replace(/^\ufeff/, '');
  const separator = separatorOf(source);
  const rows: string[][] = [];
  let [row, field, count, at] = [[] as string[], '', 0, 0];
  const endRow = (): void => {
    row.push(field);
    if (row.length > 1 || row[0] !== '') {
      count += 1;
      if (rows.length < limit) rows.push(row);
    }
    row = [];
    field = '';
  };
  while (at < source.length) {
    const sign = source.charAt(at);
    if (sign === '"' && field === '') {
      const [value, end] = quoted(source, at + 1);
      field = value;
      at = end;
      continue;
    }
    at += 1;
    if (sign === separator) {
      row.push(field);
      field = '';
    } else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && source.charAt(at) === '\n') at += 1;
      endRow();
    } else field += sign;
  }
  if (field !== '' || row.length > 0) endRow();
  return { rows, count };
}

/** A quoted field from behind its first quote: its value, and where the text goes on. */
function quoted(source: string, from: number): readonly [string, number] {
  let value = '';
  let at = from;
  for (;;) {
    const end = source.indexOf('"', at);
    if (end < 0) return [value + source.slice(at), source.length];
    value += source.slice(at, end);
    if (source.charAt(end + 1) !== '"') return [value, end + 1];
    value += '"';
    at = end + 2;
  }
}
