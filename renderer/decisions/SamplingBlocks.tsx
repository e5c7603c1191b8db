import { useCallback, useEffect, useState } from 'react';
import type { SamplingBlock, SamplingBlockOf, SamplingMessage, SamplingTool } from '#shared/decision/sampling.ts';
import { type Translate, useT } from '../i18n.ts';
import { usePageParts } from '../ipc/hooks.ts';
import { Disclosure } from '../ui/Disclosure.tsx';
import { ExactJson, ExactText } from '../ui/Exact.tsx';
import { formatBytes } from '../ui/format.ts';
import { withCodes } from '../ui/hidden.ts';
import { MediaBlock } from '../ui/MediaBlock.tsx';
import { HiddenCount, NameMarks } from './parts.tsx';
import './Sampling.css';

/** Names of what is alike: numbered from the second on. */
export function createLabels(t: Translate): (label: string) => string {
  const seen = new Map<string, number>();
  return (label) => {
    const number = (seen.get(label) ?? 0) + 1;
    seen.set(label, number);
    return number === 1 ? label : t('decision.sampling.numbered', { label, number });
  };
}

/** Every message of a sampling request, block by block, in the order in which the model gets them. */
export function Messages({ messages }: { readonly messages: readonly SamplingMessage[] }) {
  const t = useT();
  const labelled = createLabels(t);
  const uses = new Map(messages.flatMap(({ blocks }) => blocks.flatMap((one) => (one.type === 'tool_use' ? [[one.id, one.name]] : []))));
  return messages.map(({ role, blocks }, at) =>
    blocks.map((block, i) => <Block key={`${at} ${i}`} block={block} label={labelled(labelOf(t, block, role, uses))} />),
  );
}

function labelOf(t: Translate, block: SamplingBlock, role: SamplingMessage['role'], uses: ReadonlyMap<string, string>): string {
  switch (block.type) {
    case 'text':
      return t(`decision.sampling.${role}`);
    case 'image':
      return t('decision.sampling.picture', { type: block.mimeType, size: formatBytes(block.bytes) });
    case 'tool_use':
      return t('decision.sampling.use', { tool: block.name });
    case 'tool_result':
      return t(block.isError ? 'decision.sampling.result.failed' : 'decision.sampling.result', { tool: uses.get(block.id) ?? block.id });
  }
}

function Block({ block, label }: { readonly block: SamplingBlock; readonly label: string }) {
  switch (block.type) {
    case 'text':
    case 'tool_result':
      return <Said label={label} text={block.text} />;
    case 'image':
      return <Picture label={label} block={block} />;
    case 'tool_use':
      return <Use label={label} inputText={block.inputText} />;
  }
}

/** Text of a server or a model in a labelled box, plain. */
export function Said({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <section className="sampling-said" aria-label={withCodes(label)}>
      <p className="server-says-label">
        <ExactText text={label} /> <HiddenCount text={text} lineBreaks="layout" />
      </p>
      <ExactText text={text} lineBreaks="layout" />
    </section>
  );
}

/** A tool and its input, byte for byte. */
export function Use({ label, inputText }: { readonly label: string; readonly inputText: string }) {
  return (
    <section className="sampling-said" aria-label={withCodes(label)}>
      <p className="server-says-label">
        <ExactText text={label} /> <NameMarks names={[label]} /> <HiddenCount text={inputText} />
      </p>
      <ExactJson text={inputText} />
    </section>
  );
}

type Shown = { readonly mimeType: string; readonly data: Uint8Array<ArrayBuffer> };
/** The bytes come from main while the request waits. */
function Picture({ label, block: { digest } }: { readonly label: string; readonly block: SamplingBlockOf<'image'> }) {
  const t = useT();
  const { client } = usePageParts();
  const [shown, setShown] = useState<Shown | 'loading' | 'gone'>('loading');
  const load = useCallback(() => client.request('decision.picture', { digest }), [client, digest]);
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (picture) => isCurrent && setShown(picture),
      () => isCurrent && setShown('gone'),
    );
    return () => {
      isCurrent = false;
    };
  }, [load]);
  return (
    <section className="sampling-said" aria-label={withCodes(label)}>
      <p className="server-says-label">{label}</p>
      {shown === 'gone' ? <p className="muted">{t('decision.sampling.picture.gone')}</p> : null}
      {typeof shown === 'string' ? null : <MediaBlock {...shown} label={label} />}
    </section>
  );
}

/** The tools that are offered to the model, each with what the server says of it. */
export function OfferedTools({ tools }: { readonly tools: readonly SamplingTool[] }) {
  const t = useT();
  return (
    <ul className="plain sampling-tools">
      {tools.map(({ name, description, schemaText }) => (
        <li key={name}>
          <Disclosure
            summary={
              <>
                <ExactText text={name} /> <NameMarks names={[name]} /> <HiddenCount text={description + schemaText} lineBreaks="layout" />
              </>
            }
          >
            {description === '' ? null : <ExactText text={description} lineBreaks="layout" />}
            <p className="server-says-label">{t('decision.sampling.tools.schema')}</p>
            <div className="sampling-schema">
              <ExactText text={schemaText} lineBreaks="layout" />
            </div>
          </Disclosure>
        </li>
      ))}
    </ul>
  );
}
