import type { ErrorObject } from 'ajv';
import { childPointer, isObject, quoted } from './pointer.ts';

type Violation = Pick<ErrorObject, 'keyword' | 'instancePath' | 'params' | 'schema' | 'parentSchema' | 'data' | 'message'>;

const shownValues = 20;

/** The violations as English sentences for the model, each with the JSON pointer of its place; doubles and mere consequences are left out. */
export function describeViolations(errors: readonly Violation[]): readonly string[] {
  return [...new Set(errors.reduce(condense, []).map(sentence))];
}

/** `anyOf` and `oneOf` report every branch: what the branches wanted at the same place becomes one wish, deeper ones are kept. */
function condense(before: readonly Violation[], error: Violation): Violation[] {
  if (error.keyword === 'if') return [...before];
  const isChoice = error.keyword === 'anyOf' || (error.keyword === 'oneOf' && !Array.isArray(error.params.passingSchemas));
  if (!isChoice) return [...before, error];
  const within = before.filter((e) => e.instancePath === error.instancePath || e.instancePath.startsWith(`${error.instancePath}/`));
  const outside = before.filter((e) => !within.includes(e));
  const wishes = within.filter((e) => e.instancePath === error.instancePath && ['type', 'enum', 'const', 'wishes'].includes(e.keyword));
  const deeper = within.filter((e) => !wishes.includes(e));
  if (wishes.length === 0 || deeper.length > 0) return [...outside, error, ...deeper];
  return [...outside, { ...error, keyword: 'wishes', params: { wishes: [...new Set(wishes.flatMap(wishesOf))] } }];
}

function sentence(error: Violation): string {
  const { keyword, instancePath, params } = error;
  const at = (key: unknown): string => childPointer(instancePath, String(key));
  switch (keyword) {
    case 'required':
      return `${at(params.missingProperty)} is required but missing.`;
    case 'dependentRequired':
    case 'dependencies':
      return `${at(params.missingProperty)} is required when ${quoted(String(params.property))} is given.`;
    case 'additionalProperties':
      return `${at(params.additionalProperty)} is not known here${knownKeys(error)}.`;
    case 'unevaluatedProperties':
      return `${at(params.unevaluatedProperty)} is not known here${knownKeys(error)}.`;
    case 'propertyNames':
      return `${at(params.propertyName)} has a name that is not allowed here.`;
    default:
      return `${instancePath === '' ? 'The whole' : instancePath} ${expectation(error)}.`;
  }
}

function expectation(error: Violation): string {
  const { keyword, params, schema } = error;
  switch (keyword) {
    case 'type':
    case 'enum':
    case 'const':
    case 'wishes':
      return `must be ${orList(wishesOf(error))}, but is ${described(error.data)}`;
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `must be ${comparisons[String(params.comparison)] ?? ''} ${String(params.limit)}, but is ${described(error.data)}`;
    case 'multipleOf':
      return `must be a multiple of ${String(schema)}, but is ${described(error.data)}`;
    case 'minLength':
    case 'minItems':
    case 'minProperties':
    case 'maxLength':
    case 'maxItems':
    case 'maxProperties':
      return `must have at ${keyword.startsWith('min') ? 'least' : 'most'} ${counted(Number(params.limit), keyword.slice(3))}`;
    case 'pattern':
      return `must match the regular expression ${quoted(String(params.pattern), 200)}, but is ${described(error.data)}`;
    case 'format':
      return `must have the format ${quoted(String(params.format))}, but is ${described(error.data)}`;
    case 'uniqueItems':
      return `must not hold the same item twice, but items ${String(params.j)} and ${String(params.i)} are equal`;
    case 'anyOf':
      return `must have one of the ${Array.isArray(schema) ? schema.length : ''} forms that are allowed here`;
    case 'oneOf':
      return Array.isArray(params.passingSchemas)
        ? 'must have exactly one of the forms that are allowed here, but has several'
        : 'must have one of the forms that are allowed here';
    case 'false schema':
      return 'is not allowed here';
    case 'not':
      return 'has a form that is not allowed here';
    default:
      return error.message ?? `breaks the rule ${quoted(keyword)}`;
  }
}

const comparisons: Readonly<Record<string, string>> = { '>=': 'at least', '<=': 'at most', '>': 'more than', '<': 'less than' };
const nouns: Readonly<Record<string, readonly [string, string]>> = {
  Length: ['character', 'characters'],
  Items: ['item', 'items'],
  Properties: ['member', 'members'],
};
const counted = (count: number, what: string): string => `${count} ${nouns[what]?.[count === 1 ? 0 : 1] ?? what}`;

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
};

function wishesOf({ keyword, params, schema }: Violation): readonly string[] {
  if (keyword === 'wishes') return params.wishes as readonly string[];
  if (keyword === 'const') return [shortJson(params.allowedValue)];
  if (keyword === 'enum') {
    const values = (params.allowedValues as readonly unknown[]).map(shortJson);
    return values.length > shownValues ? [...values.slice(0, shownValues), `one of ${values.length - shownValues} more`] : values;
  }
  return (Array.isArray(schema) ? schema : [params.type]).map((type) => typeNames[String(type)] ?? String(type));
}

const orList = (wishes: readonly string[]): string =>
  wishes.length > 1 ? `${wishes.slice(0, -1).join(', ')} or ${wishes.at(-1) ?? ''}` : wishes.join('');

function shortJson(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function described(value: unknown): string {
  if (typeof value === 'string') return `the string ${quoted(value)}`;
  if (Array.isArray(value)) return `a list of ${counted(value.length, 'Items')}`;
  return isObject(value) ? 'an object' : shortJson(value);
}

function knownKeys({ parentSchema }: Violation): string {
  const keys = isObject(parentSchema?.properties) ? Object.keys(parentSchema.properties) : [];
  if (keys.length === 0) return '';
  const shown = keys.slice(0, shownValues).map((key) => quoted(key));
  return `; known are ${shown.join(', ')}${keys.length > shown.length ? ` and ${keys.length - shown.length} more` : ''}`;
}
