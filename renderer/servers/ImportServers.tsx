import { useEffect, useState } from 'react';
import { isStdio } from '#shared/servers/config.ts';
import { type FoundConfig, type FoundEntry, freeKey, ImportError, readServerConfigs } from '#shared/servers/importConfig.ts';
import { counted, useT } from '../i18n.ts';
import { usePageParts, useRequest, useTopics } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { ExactText } from '../ui/Exact.tsx';
import { TextField } from '../ui/Field.tsx';
import { FormFoot } from '../ui/FormFoot.tsx';
import './Import.css';

interface ImportServersProps {
  readonly from: 'paste' | 'import';
  readonly onDone: () => void;
}

/** Servers out of the configuration of another app: pasted, found on this computer, or in a file whose path is typed. */
export function ImportServers({ from, onDone }: ImportServersProps) {
  const [found, setFound] = useState<FoundConfig>();
  return (
    <>
      {from === 'paste' ? <Paste onFound={setFound} /> : <Files onFound={setFound} />}
      {found ? <Found key={JSON.stringify(found)} found={found} onDone={onDone} /> : <Leave onDone={onDone} />}
    </>
  );
}

function Leave({ onDone }: { readonly onDone: () => void }) {
  const t = useT();
  return (
    <div className="form-actions">
      <Button look="quiet" onClick={onDone}>
        {t('app.cancel')}
      </Button>
    </div>
  );
}

interface SourceProps {
  readonly onFound: (found: FoundConfig | undefined) => void;
}
function Paste({ onFound }: SourceProps) {
  const t = useT();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<ImportError['code']>();
  const read = (next: string): void => {
    setText(next);
    setProblem(undefined);
    if (next.trim() === '') return onFound(undefined);
    try {
      onFound(readServerConfigs(next));
    } catch (error) {
      setProblem(error instanceof ImportError ? error.code : 'not-json');
      onFound(undefined);
    }
  };
  return (
    <TextField
      label={t('serverPage.import.paste')}
      value={text}
      onChange={read}
      rows={8}
      mono
      hint={t('serverPage.import.paste.hint')}
      error={problem && t(`serverPage.import.${problem}`)}
      placeholder={'{ "mcpServers": { … } }'}
    />
  );
}

function Files({ onFound }: SourceProps) {
  const t = useT();
  const { client } = usePageParts();
  const [files, setFiles] = useState<readonly { readonly app: string; readonly path: string }[]>();
  const [path, setPath] = useState('');
  const { run, isBusy, failure } = useRequest('import.read');
  useEffect(() => {
    client.request('import.find', {}).then(setFiles, () => setFiles([]));
  }, [client]);
  const read = async (file: string): Promise<void> => {
    setPath(file);
    onFound((await run({ path: file }))?.value);
  };
  return (
    <>
      {files && files.length > 0 ? (
        <ul className="plain import-files" aria-label={t('serverPage.import.files')}>
          {files.map((file) => (
            <li key={file.path}>
              <Button size="small" onClick={() => void read(file.path)}>
                {file.app}
              </Button>
              <span className="technical muted">{file.path}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {files?.length === 0 ? <p className="muted">{t('serverPage.import.noFiles')}</p> : null}
      <form
        className="import-path"
        onSubmit={(event) => {
          event.preventDefault();
          if (path.trim() !== '') void read(path.trim());
        }}
      >
        <TextField
          label={t('serverPage.import.path')}
          value={path}
          onChange={setPath}
          mono
          hint={t('serverPage.import.path.hint')}
          error={
            failure &&
            `${t(failure.code === 'not-found' ? 'serverPage.import.notThere' : 'serverPage.import.unreadable')} ${failure.detail}`
          }
        />
        <Button disabled={isBusy || path.trim() === ''} onClick={() => void read(path.trim())}>
          {t('serverPage.import.read')}
        </Button>
      </form>
    </>
  );
}

function Found({ found, onDone }: { readonly found: FoundConfig; readonly onDone: () => void }) {
  const t = useT();
  const servers = useTopics((s) => s.servers);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const { run, isBusy, failure } = useRequest('import.apply');
  const chosen = found.entries.filter((_one, at) => !left.has(at));
  const taken = new Set(servers.map((server) => server.key));
  const toggle = (at: number): void => {
    const next = new Set(left);
    if (!next.delete(at)) next.add(at);
    setLeft(next);
  };
  const apply = async (): Promise<void> => {
    if (await run({ entries: chosen.map(({ key, entry }) => ({ key: key || 'server', entry })) })) onDone();
  };
  return (
    <>
      <ul className="plain import-entries" aria-label={t('serverPage.import.found')}>
        {found.entries.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same name may stand in two places of one file.
          <Entry
            key={at}
            found={one}
            isChosen={!left.has(at)}
            newName={taken.has(one.key) ? freeKey(one.key, taken) : undefined}
            onToggle={() => toggle(at)}
          />
        ))}
        {found.unread.map((one) => (
          <li key={one.key} className="import-unread">
            <ExactText text={one.key} /> <span className="muted">{t('serverPage.import.unread', { detail: one.detail })}</span>
          </li>
        ))}
      </ul>
      <p className="muted">{t('serverPage.import.what')}</p>
      <FormFoot
        failure={failure}
        isBusy={isBusy}
        canSave={chosen.length > 0}
        save={t(counted(chosen.length, 'serverPage.import.apply.one', 'serverPage.import.apply.many'), { count: chosen.length })}
        onCancel={onDone}
        onSave={() => void apply()}
      />
    </>
  );
}

interface EntryProps {
  readonly found: FoundEntry;
  readonly isChosen: boolean;
  /** What it will be called when its name is taken. */
  readonly newName: string | undefined;
  readonly onToggle: () => void;
}
function Entry({ found: { key, entry, group, problems }, isChosen, newName, onToggle }: EntryProps) {
  const t = useT();
  return (
    <li>
      <label className="import-entry">
        <input type="checkbox" checked={isChosen} onChange={onToggle} aria-label={key} />
        <span className="import-entry-text">
          <span>
            <strong>
              <ExactText text={key} />
            </strong>
            {newName ? <span className="muted"> {t('serverPage.import.renamed', { name: newName })}</span> : null}
            {group ? <span className="muted"> {group}</span> : null}
          </span>
          <ExactText text={isStdio(entry) ? [entry.command, ...(entry.args ?? [])].join(' ') : entry.url} />
          {problems.map(({ code, detail }) => (
            <span key={`${code}${detail}`} className={code === 'left-out' ? 'muted small' : 'import-problem'}>
              {t(`serverPage.import.problem.${code}`, { detail })}
            </span>
          ))}
        </span>
      </label>
    </li>
  );
}
