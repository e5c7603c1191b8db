// The pages forbid code made from text. Without this, the first schema would try it and be reported as a violation of the page's policy.
// Every page imports this first. It is zod's own place for its settings, written here without loading zod: schemas come later, in pieces
// of the build that run before whatever imports them.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
