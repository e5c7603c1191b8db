import { useState } from 'react';
import type { SignInView } from '#shared/servers/signIn.ts';
import {
  choiceFaults,
  type GrantKind,
  type SignInChoice,
  type SignInSecretName,
  type SignInSecrets,
} from '#shared/servers/signInChoice.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { useT } from '../i18n.ts';
import { useRequest } from '../ipc/hooks.ts';
import { Button } from '../ui/Button.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';
import { Field, TextField } from '../ui/Field.tsx';
import { SwitchRow } from '../ui/SwitchRow.tsx';
import { choiceIn, fieldsOf, secretsFor, ways, type SignInFields } from './signInFields.ts';

interface Props {
  readonly serverKey: string;
  readonly signIn: SignInView;
}

/** How this host signs in to a server. Secrets go in and never come back. */
export function SignInForm({ serverKey, signIn }: Props) {
  const t = useT();
  return (
    <Disclosure summary={t('signIn.ways')} startsOpen={signIn.choice.clientId !== ''}>
      {/* Another choice, made elsewhere or saved, begins the form anew. */}
      <Fields key={JSON.stringify([signIn.choice, signIn.secrets])} serverKey={serverKey} signIn={signIn} />
    </Disclosure>
  );
}

function Fields({ serverKey, signIn: { choice, secrets: kept } }: Props) {
  const t = useT();
  const { run, isBusy, failure, forget } = useRequest('server.setSignIn');
  const [fields, setFields] = useState(() => fieldsOf(choice));
  const [secrets, setSecrets] = useState<SignInSecrets>({});
  const [isTried, setIsTried] = useState(false);
  const set = (more: Partial<SignInFields>): void => setFields((now) => ({ ...now, ...more }));
  const put = (name: SignInSecretName, value: string): void => {
    forget();
    setSecrets((now) => ({ ...now, [name]: value }));
  };
  const send = async (what: SignInChoice, given: SignInSecrets): Promise<void> => {
    if (await run({ serverKey, choice: what, ...given })) setSecrets({});
  };
  const wanted = choiceIn(fields);
  const save = (): void => {
    setIsTried(true);
    if (choiceFaults(wanted).length === 0) void send(wanted, secretsFor(fields.kind, secrets));
  };
  const isBadKey = failure?.detail === 'bad-key';
  const removable = kept.filter((name) => secretWords[fields.kind].some((one) => one.name === name));
  return (
    <div className="sign-in-client">
      <Way kind={fields.kind} onChange={(kind) => set({ kind })} />
      <Texts fields={fields} onChange={set} faults={isTried ? choiceFaults(wanted) : []} />
      {secretWords[fields.kind].map(({ name, label, hint, rows }) => (
        <TextField
          key={name}
          label={t(label)}
          hint={t(kept.includes(name) ? 'signIn.kept' : hint)}
          error={name === 'clientKey' && isBadKey ? t('signIn.clientKey.bad') : undefined}
          value={secrets[name] ?? ''}
          onChange={(value) => put(name, value)}
          {...(rows === undefined ? { type: 'password' } : { rows, mono: true })}
        />
      ))}
      <Switches fields={fields} onChange={set} />
      {failure && !isBadKey ? (
        <p className="form-failure" role="alert">
          {t(`failure.${failure.code}`)}
        </p>
      ) : null}
      <div className="server-actions">
        <Button size="small" disabled={isBusy} onClick={save}>
          {t('signIn.save')}
        </Button>
        {removable.map((name) => (
          <Button key={name} size="small" look="quiet" disabled={isBusy} onClick={() => void send(choice, { [name]: '' })}>
            {t(removeWords[name])}
          </Button>
        ))}
      </div>
    </div>
  );
}

function Way({ kind, onChange }: { readonly kind: GrantKind; readonly onChange: (kind: GrantKind) => void }) {
  const t = useT();
  return (
    <Field label={t('signIn.way')} hint={t(`signIn.way.${kind}.what`)}>
      {(ids) => (
        <select
          {...ids}
          className="input"
          value={kind}
          onChange={(event) => onChange(ways.find((way) => way === event.target.value) ?? kind)}
        >
          {ways.map((way) => (
            <option key={way} value={way}>
              {t(`signIn.way.${way}`)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface TextsProps {
  readonly fields: SignInFields;
  readonly onChange: (more: Partial<SignInFields>) => void;
}
function Texts({ fields, onChange, faults }: TextsProps & { readonly faults: ReturnType<typeof choiceFaults> }) {
  const t = useT();
  const { kind, clientId, issuer, idpIssuer, idpClientId } = fields;
  const isMachine = kind !== 'browser';
  const bad = (field: (typeof faults)[number], words: MessageKey): string | undefined => (faults.includes(field) ? t(words) : undefined);
  return (
    <>
      {kind === 'company' ? (
        <>
          <TextField
            label={t('signIn.company.issuer')}
            hint={t('signIn.company.issuer.hint')}
            error={bad('idpIssuer', 'signIn.issuer.bad')}
            value={idpIssuer}
            onChange={(value) => onChange({ idpIssuer: value })}
            mono
          />
          <TextField
            label={t('signIn.company.clientId')}
            hint={t('signIn.company.clientId.hint')}
            error={bad('idpClientId', 'signIn.clientId.needed')}
            value={idpClientId}
            onChange={(value) => onChange({ idpClientId: value })}
            mono
          />
        </>
      ) : null}
      <TextField
        label={t('signIn.clientId')}
        hint={t(isMachine ? 'signIn.clientId.machine' : 'signIn.clientId.hint')}
        error={bad('clientId', 'signIn.clientId.needed')}
        value={clientId}
        onChange={(value) => onChange({ clientId: value })}
        mono
      />
      {isMachine ? (
        <TextField
          label={t('signIn.pinned')}
          hint={t('signIn.pinned.hint')}
          error={bad('issuer', 'signIn.issuer.bad')}
          value={issuer}
          onChange={(value) => onChange({ issuer: value })}
          mono
        />
      ) : null}
    </>
  );
}

function Switches({ fields: { kind, boundOnly, withoutPkce }, onChange }: TextsProps) {
  const t = useT();
  return (
    <>
      <SwitchRow
        label={t('signIn.boundOnly')}
        hint={t('signIn.boundOnly.hint')}
        isOn={boundOnly}
        onChange={(isOn) => onChange({ boundOnly: isOn })}
      />
      {kind === 'browser' || kind === 'company' ? (
        <SwitchRow
          label={t('signIn.withoutPkce')}
          hint={t('signIn.withoutPkce.hint')}
          isOn={withoutPkce}
          onChange={(isOn) => onChange({ withoutPkce: isOn })}
        />
      ) : null}
    </>
  );
}

interface SecretWords {
  readonly name: SignInSecretName;
  readonly label: MessageKey;
  readonly hint: MessageKey;
  /** Lines of a secret that has several; it can't be masked while it is put in. */
  readonly rows?: number;
}
const ownSecret: SecretWords = { name: 'clientSecret', label: 'signIn.clientSecret', hint: 'signIn.clientSecret.hint' };
const secretWords: Readonly<Record<GrantKind, readonly SecretWords[]>> = {
  browser: [ownSecret],
  'client-secret': [{ ...ownSecret, hint: 'signIn.clientSecret.machine' }],
  'client-key': [{ name: 'clientKey', label: 'signIn.clientKey', hint: 'signIn.clientKey.hint', rows: 5 }],
  company: [{ name: 'companySecret', label: 'signIn.company.secret', hint: 'signIn.company.secret.hint' }, ownSecret],
  assertion: [{ name: 'assertion', label: 'signIn.assertion', hint: 'signIn.assertion.hint' }],
};
const removeWords: Readonly<Record<SignInSecretName, MessageKey>> = {
  clientSecret: 'signIn.clientSecret.remove',
  clientKey: 'signIn.clientKey.remove',
  companySecret: 'signIn.company.secret.remove',
  assertion: 'signIn.assertion.remove',
};
