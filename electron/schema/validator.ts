import { createHash } from 'node:crypto';
import { Ajv, type ErrorObject, type Options } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import * as formats from 'ajv-formats';
import { isMultipleOf } from './decimal.ts';
import { isObject, quoted } from './pointer.ts';
import { UnusableSchema, vetSchema, type Dialect, type Vetted } from './vet.ts';
import { describeViolations } from './violations.ts';

/** One schema, ready to judge values. `explain` names what is wrong with a value, one sentence per violation. */
export interface Validator {
  readonly schema: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
  readonly validate: (value: unknown) => boolean;
  readonly explain: (value: unknown, thorough: boolean) => readonly string[];
}
export type ValidatorResult = { readonly ok: true; readonly validator: Validator } | { readonly ok: false; readonly problem: string };
export interface Validators {
  /** The validator for a schema's JSON text, made once per text. Never throws; what fails is not usable, never permissive (S51). */
  of(schemaText: string): ValidatorResult;
}
type Engine = Ajv | Ajv2019 | Ajv2020;

const shared: Options = {
  strict: false,
  logger: false,
  validateFormats: true,
  ownProperties: true,
  unicodeRegExp: true,
  // A definition is compiled once, however often it is referred to.
  inlineRefs: false,
  // What the optimizer of the generated code saves is far less than the time it takes, which grows with the square of the schema.
  code: { optimize: false, regExp: Object.assign((pattern: string, flags: string) => regExpOf(pattern, flags), { code: 'new RegExp' }) },
};

/** Patterns are Unicode-aware where they can be; many in use, like `\@`, are correct only without. */
function regExpOf(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return new RegExp(pattern);
  }
}

function engineFor(dialect: Dialect, options: Options): Engine {
  if (dialect === '2020-12') return new Ajv2020(options);
  return dialect === '2019-09' ? new Ajv2019(options) : new Ajv(options);
}

/** A fresh engine for one schema: nothing of an earlier one, such as its `$id`, can be found in it (S51). */
function freshEngine(dialect: Dialect, options: Options): Engine {
  const engine = engineFor(dialect, { ...shared, meta: false, validateSchema: false, ...options });
  formats.default.default(engine, { keywords: false });
  engine.removeKeyword('multipleOf');
  return engine.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    validate: (step: number, value: number) => isMultipleOf(value, step),
  });
}

/** Validators that remember the last `size` schemas. The engines that judge the schemas themselves are made at once, as they cost most. */
export function createValidators(size = 200): Validators {
  const judges = new Map<Dialect, Engine>();
  const judgeFor = (dialect: Dialect): Engine => {
    const known = judges.get(dialect);
    if (known) return known;
    const judge = engineFor(dialect, { ...shared, validateFormats: false, allErrors: false });
    if (dialect === 'draft-06') judge.addMetaSchema(draft06);
    judges.set(dialect, judge);
    return judge;
  };
  const known = new Map<string, ValidatorResult>();
  return {
    of: (schemaText) => {
      const digest = createHash('sha256').update(schemaText).digest('hex');
      const result = known.get(digest) ?? validatorFor(schemaText, judgeFor);
      known.delete(digest);
      known.set(digest, result);
      for (const oldest of known.keys()) if (known.size > size) known.delete(oldest);
      return result;
    },
  };
}

function validatorFor(schemaText: string, judgeFor: (dialect: Dialect) => Engine): ValidatorResult {
  try {
    const vetted = vetSchema(JSON.parse(schemaText));
    const dialect = judged(vetted, judgeFor);
    const validate = freshEngine(dialect, { messages: false }).compile(vetted.schema);
    // Most values are valid, so what can say what is wrong is made when first needed.
    const explainers = new Map<boolean, typeof validate>();
    const explain = (value: unknown, thorough: boolean): readonly string[] => {
      const judge = explainers.get(thorough) ?? freshEngine(dialect, { allErrors: thorough, verbose: true }).compile(vetted.schema);
      explainers.set(thorough, judge);
      judge(value);
      return describeViolations(judge.errors ?? []);
    };
    return {
      ok: true,
      validator: { schema: vetted.schema, warnings: vetted.warnings, validate: (value) => validate(value) === true, explain },
    };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

const metaSchemas: Readonly<Record<Dialect, string>> = {
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
  '2019-09': 'https://json-schema.org/draft/2019-09/schema',
  'draft-07': 'http://json-schema.org/draft-07/schema',
  'draft-06': 'http://json-schema.org/draft-06/schema',
};

/** The dialect in which the schema is well-formed: the one it names, else 2020-12, else draft-07, which older servers mean. */
function judged({ schema, aside, dialect, declared }: Vetted, judgeFor: (dialect: Dialect) => Engine): Dialect {
  const faultIn = (tried: Dialect, as: (part: unknown) => unknown = (part) => part): ErrorObject | undefined => {
    for (const part of [schema, ...aside]) {
      const fault = faultOf(judgeFor(tried), tried, as(part));
      if (fault) return fault;
    }
    return undefined;
  };
  const first = faultIn(dialect);
  if (!first) return dialect;
  // What draft-07 does not know it does not judge either, so the rest of the schema is held to 2020-12 all the same.
  const fault = declared ? first : (faultIn('draft-07') ?? faultIn(dialect, inNewerWords));
  if (!fault) return 'draft-07';
  throw new UnusableSchema(
    `The schema is malformed at ${quoted(fault.instancePath)}: it ${fault.message ?? 'breaks a rule of JSON Schema'}.`,
  );
}

/** The same in the words of 2020-12, where draft-07 has other ones: lists of items, and ids that name a place. */
function inNewerWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inNewerWords);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
      if (name === '$id' && typeof member === 'string' && member.startsWith('#')) return [];
      return [[name === 'items' && Array.isArray(member) ? 'prefixItems' : name, inNewerWords(member)]];
    }),
  );
}

function faultOf(judge: Engine, dialect: Dialect, schema: unknown): ErrorObject | undefined {
  return judge.validate(metaSchemas[dialect], schema) === true
    ? undefined
    : (judge.errors?.[0] ?? { instancePath: '', schemaPath: '', keyword: '', params: {} });
}

function problemOf(error: unknown): string {
  if (error instanceof UnusableSchema) return error.message;
  if (error instanceof Ajv.MissingRefError) {
    const isLocal = error.missingRef.startsWith('#') || error.missingSchema === '';
    return isLocal
      ? `The schema refers to ${quoted(error.missingRef, 200)}, which it does not contain.`
      : `The schema refers to ${quoted(error.missingRef, 200)}, which lies outside of it; nothing is ever fetched for a schema.`;
  }
  const detail = error instanceof Error ? error.message : String(error);
  return `The schema cannot be used: ${detail.slice(0, 300)}.`;
}
