import mermaid from 'mermaid';
import { palette } from './palette.ts';
import type { DrawMessage, FrameMessage } from './messages.ts';

// This runs in a frame of an opaque origin without network, storage, forms, windows or a bridge. It knows one parent and one message.
const chatOrigin = 'app://chat';
/** What no diagram may set for itself by `%%{init}%%` or front matter. */
const fixed = ['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'maxEdges', 'suppressErrorRendering', 'htmlLabels', 'themeCSS'];

const tell = (message: FrameMessage): void => window.parent.postMessage(message, chatOrigin);
const drawing = document.getElementById('drawing') as HTMLElement;

async function draw({ source, dark }: DrawMessage): Promise<void> {
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    secure: [...fixed, 'fontFamily', 'altFontFamily'],
    suppressErrorRendering: true,
    maxTextSize: 50_000,
    maxEdges: 500,
    htmlLabels: false,
    theme: 'base',
    darkMode: dark,
    fontFamily: getComputedStyle(document.body).fontFamily,
    themeVariables: palette(dark),
  });
  const { svg } = await mermaid.render('diagram', source);
  const parsed = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg');
  if (!parsed) throw new Error('nothing was drawn');
  makeInert(parsed);
  drawing.replaceChildren(parsed);
  tell({ kind: 'drawn', height: drawing.getBoundingClientRect().height });
}

/** A drawing is looked at: nothing in it leads anywhere or runs. */
function makeInert(svg: Element): void {
  for (const element of svg.querySelectorAll('script, iframe, object, embed, image, link, form, animate, set')) element.remove();
  for (const element of [svg, ...svg.querySelectorAll('*')])
    for (const { name } of [...element.attributes])
      if (/^on/i.test(name) || ((element.localName === 'a' || element.localName === 'img') && /href$|^src$/i.test(name)))
        element.removeAttribute(name);
}

window.addEventListener('message', (event: MessageEvent<DrawMessage>) => {
  if (event.source !== window.parent || event.origin !== chatOrigin) return;
  draw(event.data).catch((error: unknown) => tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }));
});
new ResizeObserver(() => {
  if (drawing.firstElementChild) tell({ kind: 'drawn', height: drawing.getBoundingClientRect().height });
}).observe(drawing);
tell({ kind: 'ready' });
