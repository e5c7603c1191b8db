import type { Schemas } from '../schema/schemas.ts';
import type { RawCallResult } from './callResult.ts';

/**
 * Why a result does not fit what its tool promised (`outputSchema`, TOL-4); undefined where it fits, where nothing was promised, and where
 * the tool says that it failed. A schema that can't be used is a reason too, and never costs the result.
 */
export async function outputProblem(schemas: Schemas, definition: string, result: RawCallResult): Promise<string | undefined> {
  const { outputSchema } = JSON.parse(definition) as { readonly outputSchema?: unknown };
  if (outputSchema === undefined || result.isError === true) return undefined;
  if (result.structuredContent === undefined) return 'The tool promises a structured result and gave none.';
  const checked = await schemas.validateOutput(outputSchema, result.structuredContent);
  return checked.ok ? undefined : checked.problem;
}
