/** The languages that are coloured. Each has a grammar in `languages.ts`. */
export const languages = [
  ...['bash', 'bat', 'c', 'cpp', 'csharp', 'css', 'dart', 'diff', 'docker', 'elixir', 'go', 'graphql', 'haskell', 'html', 'ini', 'java'],
  ...['javascript', 'json', 'jsonc', 'jsx', 'kotlin', 'latex', 'lua', 'make', 'markdown', 'nginx', 'perl', 'php', 'powershell', 'proto'],
  ...['python', 'r', 'ruby', 'rust', 'scala', 'scss', 'sql', 'swift', 'toml', 'tsx', 'typescript', 'vue', 'xml', 'yaml'],
] as const;
export type Language = (typeof languages)[number];

/** Further names of some, as they are written after fences. */
const aliases: Readonly<Partial<Record<Language, string>>> = {
  bash: 'sh shell zsh shellscript console',
  bat: 'cmd',
  c: 'h objective-c',
  cpp: 'c++ cc hpp',
  csharp: 'cs c#',
  diff: 'patch',
  docker: 'dockerfile',
  elixir: 'ex',
  go: 'golang',
  graphql: 'gql',
  haskell: 'hs',
  html: 'htm',
  ini: 'cfg conf properties',
  javascript: 'js mjs cjs',
  jsonc: 'json5',
  kotlin: 'kt',
  latex: 'tex',
  make: 'makefile',
  markdown: 'md',
  perl: 'pl',
  powershell: 'ps1 pwsh',
  proto: 'protobuf',
  python: 'py python3',
  ruby: 'rb',
  rust: 'rs',
  scss: 'less',
  sql: 'postgresql mysql sqlite',
  typescript: 'ts mts',
  xml: 'svg',
  yaml: 'yml',
};
const known: ReadonlyMap<string, Language> = new Map(
  languages.flatMap((language) => [language, ...(aliases[language]?.split(' ') ?? [])].map((name) => [name, language] as const)),
);

/** The language whose grammar fits a name written after a fence; undefined when there is none. */
export const languageOf = (name: string): Language | undefined => known.get(name.toLowerCase());
