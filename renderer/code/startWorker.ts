import url from './colour.worker.ts?worker&url';

interface Policies {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(input: string): string };
}

/**
 * Makes the function that starts the worker which colours code. Call it once, first of all: the page's policy lets one maker of
 * script addresses exist, this one, and it knows no other address than the worker's.
 */
export function createWorkerStart(): () => Worker {
  const { trustedTypes } = window as unknown as { readonly trustedTypes: Policies };
  const policy = trustedTypes.createPolicy('code-worker', { createScriptURL: () => url });
  return () => new Worker(policy.createScriptURL(url), { type: 'module', name: 'code' });
}
