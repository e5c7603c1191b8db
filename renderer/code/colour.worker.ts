import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { type ColourAnswer, type ColouredLines, type ColourJob, tokenKinds } from './colours.ts';
import { loadGrammar } from './languages.ts';

// Colouring compiles hundreds of expressions: here it holds nobody up, and one that never ends is ended with this worker.
const kinds: ReadonlyMap<string, number> = new Map(
  tokenKinds.map((kind, at) => [kind === 'foreground' ? 'var(--code-foreground)' : `var(--code-token-${kind})`, at]),
);

const starting = createHighlighterCore({
  themes: [createCssVariablesTheme({ name: 'kinds', variablePrefix: '--code-' })],
  langs: [],
  engine: createJavaScriptRegexEngine({ forgiving: true }),
});

async function colour({ code, language }: ColourJob): Promise<ColouredLines> {
  const highlighter: HighlighterCore = await starting;
  if (!highlighter.getLoadedLanguages().includes(language)) await highlighter.loadLanguage([...(await loadGrammar(language))] as never);
  const { tokens } = highlighter.codeToTokens(code, {
    lang: language,
    theme: 'kinds',
    tokenizeMaxLineLength: 2_000,
    tokenizeTimeLimit: 0,
  });
  return tokens.map((line) => line.flatMap(({ content, color }) => [kinds.get(color ?? '') ?? 0, content.length]));
}

self.addEventListener('message', ({ data }: MessageEvent<ColourJob>) => {
  const answer = (lines: ColouredLines | undefined): void => self.postMessage({ id: data.id, lines } satisfies ColourAnswer);
  colour(data).then(answer, () => answer(undefined));
});
