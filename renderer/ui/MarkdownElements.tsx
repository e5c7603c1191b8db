import { ExternalLink, Image } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import type { Components, ExtraProps } from 'react-markdown';
import { useT } from '../i18n.ts';
import { CodeBlock } from './CodeBlock.tsx';

function Link({ url, onLink, children }: { readonly url: string; readonly onLink: (url: string) => void; readonly children: ReactNode }) {
  const t = useT();
  if (!/^https?:\/\//i.test(url)) {
    return (
      <span>
        {children} <span className="muted">({url})</span>
      </span>
    );
  }
  return (
    <button
      type="button"
      className="md-link"
      data-url={url}
      title={url}
      aria-description={t('app.opensInBrowser', { url })}
      onClick={() => onLink(url)}
    >
      {children}
      <ExternalLink size={12} aria-hidden="true" />
    </button>
  );
}

/** A picture is named, never fetched: a request would tell somebody that, and what, is read here. */
function Picture({ src, alt }: { readonly src: string; readonly alt: string }) {
  const t = useT();
  return (
    <span className="md-image">
      <Image size={14} aria-hidden="true" />
      <span>{alt || t('app.image')}</span>
      <span className="md-image-url">{src.startsWith('data:') ? t('app.imageInline') : src}</span>
      <span className="md-image-note">{t('app.imageNotLoaded')}</span>
    </span>
  );
}

interface HastNode {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly HastNode[];
}
/** The text of a node and all below it. */
export const textOf = (node: HastNode): string => node.value ?? (node.children ?? []).map(textOf).join('');

/** Fenced code within other markdown. */
export function Pre({ node, children }: ComponentProps<'pre'> & ExtraProps) {
  const code = node?.children[0];
  if (code?.type !== 'element') return <pre>{children}</pre>;
  const names = code.properties['className'];
  const language = Array.isArray(names) ? String(names[0] ?? '').replace(/^language-/, '') : '';
  return <CodeBlock code={textOf(code).replace(/\n$/, '')} language={language} />;
}

const heading = (level: 3 | 4, look: string) => {
  const Tag = `h${level}` as const;
  return function Heading({ children }: { readonly children?: ReactNode }) {
    return <Tag className={look}>{children}</Tag>;
  };
};

// Headings begin below those of the page itself, so that its outline stays true.
const fixed: Components = {
  h1: heading(3, 'md-h1'),
  h2: heading(3, 'md-h2'),
  h3: heading(4, 'md-h3'),
  h4: heading(4, 'md-h3'),
  h5: heading(4, 'md-h3'),
  h6: heading(4, 'md-h3'),
  pre: Pre,
  img: ({ src, alt }) => <Picture src={typeof src === 'string' ? src : ''} alt={alt ?? ''} />,
  input: ({ checked }) => (
    <span role="img" aria-label={checked ? '✓' : '○'} className="md-check">
      {checked ? '☑' : '☐'}
    </span>
  ),
  table: ({ children }) => (
    <div className="md-table" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
};

/** Addresses are never put where the page would follow or load them, so they are kept whole and shown as text. */
export const keepUrl = (url: string): string => url;

/** Every element of markdown as one of ours: no raw HTML, nothing loaded, every address visible (S1, S6). */
export const elementsFor = (onLink: (url: string) => void, more: Components = {}): Components => ({
  ...fixed,
  a: (props) => (
    <Link url={props.href ?? ''} onLink={onLink}>
      {props.children}
    </Link>
  ),
  ...more,
});
