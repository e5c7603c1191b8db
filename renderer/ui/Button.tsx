import type { ButtonHTMLAttributes, ReactNode } from 'react';
import './Button.css';

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type'>;
interface ButtonProps extends Native {
  /** `primary` once per view at most; `danger` where something is destroyed; `quiet` for what stays in the background. */
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly size?: 'small' | 'normal';
  /** The letter that presses it; shown, and told to assistive technology, but no part of its name. */
  readonly letter?: string | undefined;
  readonly children: ReactNode;
}

/** A button whose name is its text. */
export function Button({ look = 'plain', size = 'normal', letter, children, ...native }: ButtonProps) {
  return (
    <button {...native} type="button" className={`button ${look} ${size}`} {...(letter ? { 'aria-keyshortcuts': letter } : {})}>
      <span className="button-text">{children}</span>
      {letter ? (
        <kbd className="hint" aria-hidden="true">
          {letter}
        </kbd>
      ) : null}
    </button>
  );
}

interface IconButtonProps extends Native {
  /** Its name, shown as a tooltip too. */
  readonly label: string;
  readonly look?: 'primary' | 'quiet';
  readonly children: ReactNode;
}

/** A square button with a picture; its name is `label`. */
export function IconButton({ label, look = 'quiet', children, ...native }: IconButtonProps) {
  return (
    <button {...native} type="button" className={`icon-button ${look}`} aria-label={label} title={label}>
      {children}
    </button>
  );
}
