// For the pages' build: a schema that a page does not use is left out of it, and the schema library with it. Making a schema has no
// effect but the schema; bundlers can't know that of a chain of calls, so each one becomes the body of a function marked as pure.
const schema =
  /^((?:export )?const \w+(?:: [^=\n]+)? = )((?:z\s*\.|[{[][\n ]|\w+\.(?:extend|omit|pick|partial|refine|default|optional|nullable)\()[^]*?);\n(?=\S|\n|$)/gm;

/** @param {string} code a module of shared/, formatted as biome does */
export const markSchemas = (code) =>
  code.includes("from 'zod'")
    ? code.replace(schema, (all, head, body) => (/^(?![{[])|\bz\./.test(body) ? `${head}/*#__PURE__*/ (() => (${body}))();\n` : all))
    : code;

/** The plugin for Vite. @returns {import('vite').Plugin} */
export const leanSchemas = () => ({
  name: 'lean-schemas',
  enforce: 'pre',
  transform: (code, id) => (/[\\/]shared[\\/][^?]+\.ts$/.test(id) ? { code: markSchemas(code), map: null } : undefined),
});
