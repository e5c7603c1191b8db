/** Longest template and longest address that are looked at. */
export const maxTemplateLength = 2048;
export const maxUriLength = 4096;

interface Operator {
  readonly first: string;
  readonly separator: string;
  readonly named: boolean;
  readonly reserved: boolean;
}
const plain: Operator = { first: '', separator: ',', named: false, reserved: false };
const operators: Readonly<Record<string, Operator>> = {
  '+': { first: '', separator: ',', named: false, reserved: true },
  '#': { first: '#', separator: ',', named: false, reserved: true },
  '.': { first: '.', separator: '.', named: false, reserved: false },
  '/': { first: '/', separator: '/', named: false, reserved: false },
  ';': { first: ';', separator: ';', named: true, reserved: false },
  '?': { first: '?', separator: '&', named: true, reserved: false },
  '&': { first: '&', separator: '&', named: true, reserved: false },
};
interface Variable {
  readonly name: string;
  readonly length: number | undefined;
}
type Piece = { readonly text: string } | { readonly operator: Operator; readonly mark: string; readonly variables: readonly Variable[] };

/** Reads a template in one pass; undefined when it is too long or not well formed. */
function parse(template: string): readonly Piece[] | undefined {
  if (template.length > maxTemplateLength) return undefined;
  const pieces: Piece[] = [];
  let at = 0;
  while (at < template.length) {
    const open = template.indexOf('{', at);
    if (open < 0) break;
    const close = template.indexOf('}', open);
    if (close < 0) return undefined;
    pieces.push({ text: template.slice(at, open) });
    const piece = expression(template.slice(open + 1, close));
    if (!piece) return undefined;
    pieces.push(piece);
    at = close + 1;
  }
  return [...pieces, { text: template.slice(at) }];
}

function expression(text: string): Piece | undefined {
  const mark = operators[text.charAt(0)] ? text.charAt(0) : '';
  const variables = text
    .slice(mark.length)
    .split(',')
    .map((item): Variable | undefined => {
      const match = /^([\w.%-]{1,100}?)(?::(\d{1,4})|\*)?$/.exec(item.trim());
      return match?.[1] === undefined ? undefined : { name: match[1], length: match[2] === undefined ? undefined : Number(match[2]) };
    });
  return variables.every((v) => v !== undefined) ? { operator: operators[mark] ?? plain, mark, variables } : undefined;
}

/** The names in a template, each once, in its order; none when it can't be read. */
export function templateVariables(template: string): readonly string[] {
  const names = (parse(template) ?? []).flatMap((piece) => ('variables' in piece ? piece.variables.map((v) => v.name) : []));
  return [...new Set(names)];
}

/** RFC 6570 with text values; a variable without a value is left out. Undefined for a template that can't be read or a result too long. */
export function expandTemplate(template: string, values: Readonly<Record<string, string>>): string | undefined {
  const pieces = parse(template);
  if (!pieces) return undefined;
  const uri = pieces.map((piece) => ('text' in piece ? piece.text : expandPiece(piece.operator, piece.variables, values))).join('');
  return uri.length > maxUriLength ? undefined : uri;
}

function expandPiece(operator: Operator, variables: readonly Variable[], values: Readonly<Record<string, string>>): string {
  const parts = variables.flatMap(({ name, length }) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined || value === '') return [];
    const cut = length === undefined ? value : Array.from(value).slice(0, length).join('');
    const encoded = encode(cut, operator.reserved);
    return [operator.named ? `${name}=${encoded}` : encoded];
  });
  return parts.length === 0 ? '' : operator.first + parts.join(operator.separator);
}

function encode(value: string, reserved: boolean): string {
  const whole = value.replace(/\p{Surrogate}/gu, '\ufffd');
  if (reserved)
    return encodeURI(whole)
      .replace(/%25([0-9a-fA-F]{2})/g, '%$1')
      .replaceAll('%5B', '[')
      .replaceAll('%5D', ']');
  return encodeURIComponent(whole).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}
