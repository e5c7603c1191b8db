import type { ReactNode } from 'react';
import { Switch } from './Switch.tsx';
import './SwitchRow.css';

interface SwitchRowProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly hint?: ReactNode;
}

/** A switch with its words beside it, and what it means below them. */
export function SwitchRow({ label, isOn, onChange, hint }: SwitchRowProps) {
  return (
    <div className="switch-row">
      <Switch label={label} isOn={isOn} onChange={onChange} />
      <div className="switch-words">
        <span className="switch-label">{label}</span>
        <div className="field-hint">{hint}</div>
      </div>
    </div>
  );
}
