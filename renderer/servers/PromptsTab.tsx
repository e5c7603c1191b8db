import { useEffect } from 'react';
import type { PromptView, ServerPrompts } from '#shared/prompts/prompts.ts';
import { promptTitle } from '#shared/prompts/prompts.ts';
import { useT } from '../i18n.ts';
import { useAct, usePageParts, useTopics } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { ExactText } from '../ui/Exact.tsx';
import { withCodes } from '../ui/hidden.ts';
import './PromptsTab.css';

/** The prompts of one server with their arguments, in its own words. */
export function PromptsTab({ serverKey }: { readonly serverKey: string }) {
  const t = useT();
  const list = useTopics((s) => s.prompts.find((one) => one.serverKey === serverKey));
  if (!list) return <p className="muted">{t('prompts.tab.off')}</p>;
  if (list.state === 'loading' && list.prompts.length === 0) return <p className="muted">{t('prompts.suggestions.loading')}</p>;
  return (
    <>
      {list.problem === undefined ? null : <Problem list={list} />}
      {list.prompts.length === 0 && list.state === 'listed' ? (
        <p className="muted">{t('prompts.tab.none')}</p>
      ) : (
        <p className="muted">{t('prompts.tab.what')}</p>
      )}
      <ul className="plain prompt-rows" aria-label={t('prompts.tab.list', { server: serverKey })}>
        {list.prompts.map((prompt) => (
          <PromptRow key={prompt.name} serverKey={serverKey} prompt={prompt} />
        ))}
      </ul>
      {list.truncated ? <p className="muted">{t('prompts.tab.truncated')}</p> : null}
    </>
  );
}

/** Asks for the lists of prompts, as long as somebody may look at them. */
export function useListedPrompts(): void {
  const act = useAct();
  useEffect(() => act('prompt.list', { refresh: false }), [act]);
}

function Problem({ list }: { readonly list: ServerPrompts }) {
  const t = useT();
  return (
    <p role="status">
      {t(list.state === 'failed' ? 'prompts.tab.failed' : 'prompts.tab.restless')}{' '}
      <span className="technical">
        <ExactText text={list.problem ?? ''} />
      </span>
    </p>
  );
}

function PromptRow({ serverKey, prompt }: { readonly serverKey: string; readonly prompt: PromptView }) {
  const t = useT();
  const { page } = usePageParts();
  const { name, title, description } = prompt;
  return (
    <li className="prompt-row">
      <div className="prompt-row-head">
        <h2>
          <ExactText text={name} />
        </h2>
        <Button
          size="small"
          aria-label={t('prompts.tab.use.name', { name: withCodes(name) })}
          onClick={() => page.setState({ screen: 'chats', prompt: { serverKey, name } })}
        >
          {t('prompts.tab.use')}
        </Button>
      </div>
      {[title, description].map((text, at) =>
        text ? (
          <p key={at} className="prompt-row-words">
            <ExactText text={text} lineBreaks="layout" />
          </p>
        ) : null,
      )}
      {prompt.arguments.length === 0 ? (
        <p className="muted small">{t('prompts.tab.noArguments')}</p>
      ) : (
        <ul className="plain prompt-row-arguments" aria-label={t('prompts.tab.arguments', { name: withCodes(name) })}>
          {prompt.arguments.map((argument) => (
            <li key={argument.name}>
              <ExactText text={argument.name} />{' '}
              <span className="badge">{t(argument.required ? 'prompts.required' : 'prompts.optional')}</span>
              {[argument.title === undefined ? '' : promptTitle(argument), argument.description ?? ''].map((text, at) =>
                text === '' ? null : (
                  <span key={at} className="muted">
                    {' '}
                    <ExactText text={text} />
                  </span>
                ),
              )}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
