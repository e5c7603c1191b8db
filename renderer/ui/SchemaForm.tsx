import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useT } from '../i18n.ts';
import { Button, IconButton } from './Button.tsx';
import { type Control, controlFor, type Member, numberOf, resolved, type Schema, startValue, withMember } from './schemaFields.ts';
import './SchemaForm.css';

interface SchemaFormProps {
  /** A schema of an object: its members are the fields. References are looked up in it. */
  readonly schema: Schema;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

/** A form made of a JSON Schema. What is left empty and may be left out is not in the value. */
export function SchemaForm({ schema, value, onChange }: SchemaFormProps) {
  const t = useT();
  const control = controlFor(resolved(schema, schema));
  if (control.kind !== 'object') return <p className="muted">{t('serverPage.form.none')}</p>;
  return <Members members={control.members} root={schema} value={value} onChange={onChange} />;
}

interface InnerProps {
  readonly root: Schema;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}
const own = (object: unknown, name: string): unknown =>
  typeof object === 'object' && object !== null && Object.hasOwn(object, name) ? (object as Schema)[name] : undefined;

function Members({ members, root, value, onChange }: InnerProps & { readonly members: readonly Member[] }) {
  return (
    <div className="schema-members">
      {members.map((member) => (
        <MemberField
          key={member.name}
          member={member}
          root={root}
          value={own(value, member.name)}
          onChange={(inner) => onChange(withMember(value, member.name, inner))}
        />
      ))}
    </div>
  );
}

function MemberField({ member, root, value, onChange }: InnerProps & { readonly member: Member }) {
  const schema = resolved(member.schema, root);
  const props = { name: member.name, schema, isRequired: member.isRequired, root, value, onChange };
  return <Value {...props} control={controlFor(schema)} />;
}

interface ValueProps extends InnerProps {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
  readonly control: Control;
}
function Value(props: ValueProps) {
  switch (props.control.kind) {
    case 'object':
      return <ObjectValue {...props} members={props.control.members} />;
    case 'array':
      return <ArrayValue {...props} items={props.control.items} />;
    case 'choice':
      return <ChoiceValue {...props} values={props.control.values} titles={props.control.titles} />;
    case 'boolean':
      return <ChoiceValue {...props} values={[true, false]} titles={['true', 'false']} />;
    case 'text':
      return <TextValue {...props} />;
    case 'number':
      return <DraftValue {...props} read={numberOf} problem="serverPage.form.notNumber" />;
    case 'json':
      return <DraftValue {...props} read={jsonOf} problem="serverPage.form.notJson" isLong />;
  }
}

/** The name, what the schema says of it, and the control. */
function Labelled({
  name,
  schema,
  isRequired,
  error,
  children,
}: Pick<ValueProps, 'name' | 'schema' | 'isRequired'> & {
  readonly error?: string | undefined;
  readonly children: (ids: { readonly id: string; readonly 'aria-describedby': string }) => ReactNode;
}) {
  const t = useT();
  const id = useId();
  const description = typeof schema['description'] === 'string' ? schema['description'] : '';
  return (
    <div className="field schema-field">
      <div className="schema-label">
        <label htmlFor={id}>{name}</label>
        {isRequired ? null : <span className="schema-optional">{t('serverPage.form.optional')}</span>}
      </div>
      {children({ id, 'aria-describedby': `${id}-hint` })}
      <p className="field-hint" id={`${id}-hint`}>
        {description}
      </p>
      {error ? (
        <p className="field-error" role="status">
          {error}
        </p>
      ) : null}
    </div>
  );
}

function TextValue({ value, onChange, ...about }: ValueProps) {
  const text = typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
  return (
    <Labelled {...about}>
      {(ids) => (
        <textarea
          {...ids}
          className="input schema-text"
          rows={1}
          spellCheck={false}
          value={text}
          onChange={(e) => onChange(e.target.value === '' && !about.isRequired ? undefined : e.target.value)}
        />
      )}
    </Labelled>
  );
}

/** A control whose text is not yet a value while it is being written; meanwhile the text itself is the value, which no schema takes. */
function DraftValue({
  value,
  onChange,
  read,
  problem,
  isLong = false,
  ...about
}: ValueProps & {
  readonly read: (text: string) => unknown;
  readonly problem: 'serverPage.form.notNumber' | 'serverPage.form.notJson';
  readonly isLong?: boolean;
}) {
  const t = useT();
  const [draft, setDraft] = useState<string>();
  const text = draft ?? (value === undefined ? '' : JSON.stringify(value, null, isLong ? 2 : undefined));
  const isBad = text.trim() !== '' && read(text) === undefined;
  const write = (next: string): void => {
    setDraft(next);
    onChange(next.trim() === '' ? undefined : (read(next) ?? next));
  };
  const look = { className: `input mono${isLong ? ' schema-text' : ''}`, value: text, spellCheck: false, 'aria-invalid': isBad };
  return (
    <Labelled {...about} error={isBad ? t(problem) : undefined}>
      {(ids) =>
        isLong ? (
          <textarea {...ids} {...look} rows={2} onChange={(e) => write(e.target.value)} />
        ) : (
          <input {...ids} {...look} inputMode="decimal" autoComplete="off" onChange={(e) => write(e.target.value)} />
        )
      }
    </Labelled>
  );
}
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // not yet JSON
  }
}

function ChoiceValue({
  value,
  onChange,
  values,
  titles,
  ...about
}: ValueProps & { readonly values: readonly unknown[]; readonly titles: readonly string[] }) {
  const t = useT();
  const chosen = values.findIndex((one) => JSON.stringify(one) === JSON.stringify(value));
  return (
    <Labelled {...about}>
      {(ids) => (
        <select {...ids} className="input" value={String(chosen)} onChange={(e) => onChange(values[Number(e.target.value)])}>
          {chosen < 0 || !about.isRequired ? (
            <option value="-1">{t(about.isRequired ? 'serverPage.form.choose' : 'serverPage.form.leaveOut')}</option>
          ) : null}
          {titles.map((title, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the values of a schema never move.
            <option key={at} value={at}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

interface GroupProps extends Pick<ValueProps, 'name' | 'schema' | 'isRequired'> {
  readonly action?: ReactNode;
  readonly children: ReactNode;
}
function Group({ name, schema, isRequired, action, children }: GroupProps) {
  const t = useT();
  const id = useId();
  return (
    <fieldset className="schema-group" aria-labelledby={id}>
      <div className="schema-group-head">
        <div>
          <span className="schema-name" id={id}>
            {name}
          </span>
          {isRequired ? null : <span className="schema-optional">{t('serverPage.form.optional')}</span>}
        </div>
        {action}
      </div>
      {typeof schema['description'] === 'string' ? <p className="field-hint">{schema['description']}</p> : null}
      {children}
    </fieldset>
  );
}

function ObjectValue({ members, ...props }: ValueProps & { readonly members: readonly Member[] }) {
  const t = useT();
  const { name, schema, isRequired, root, value, onChange } = props;
  const isThere = value !== undefined;
  const action = isThere ? (
    isRequired ? null : (
      <IconButton label={t('serverPage.form.remove', { name })} onClick={() => onChange(undefined)}>
        <Trash2 size={14} />
      </IconButton>
    )
  ) : (
    <Button size="small" onClick={() => onChange(startObject(schema, root))}>
      <Plus size={14} aria-hidden="true" /> {t('serverPage.form.add', { name })}
    </Button>
  );
  return (
    <Group name={name} schema={schema} isRequired={isRequired} action={action}>
      {isThere ? <Members members={members} root={root} value={value} onChange={onChange} /> : null}
    </Group>
  );
}
function startObject(schema: Schema, root: Schema): unknown {
  const { default: _default, ...rest } = schema;
  return startValue(rest, root, true) ?? {};
}

function ArrayValue({ items, ...props }: ValueProps & { readonly items: Schema }) {
  const t = useT();
  const { name, schema, isRequired, root, value, onChange } = props;
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const item = resolved(items, root);
  const control = controlFor(item);
  const change = (next: readonly unknown[]): void => onChange(next.length === 0 && !isRequired ? undefined : next);
  return (
    <Group name={name} schema={schema} isRequired={isRequired}>
      {list.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: elements have no identity but their place.
        <div className="schema-item" key={`${at} of ${list.length}`}>
          <Value
            name={`${name} ${at + 1}`}
            schema={item}
            isRequired
            control={control}
            root={root}
            value={one ?? undefined}
            onChange={(inner) => change(list.with(at, inner ?? null))}
          />
          <IconButton label={t('serverPage.form.remove', { name: `${name} ${at + 1}` })} onClick={() => change(list.toSpliced(at, 1))}>
            <Trash2 size={14} />
          </IconButton>
        </div>
      ))}
      <div>
        <Button size="small" onClick={() => change([...list, startValue(items, root, true) ?? null])}>
          <Plus size={14} aria-hidden="true" /> {t('serverPage.form.addItem', { name })}
        </Button>
      </div>
    </Group>
  );
}
