import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import './Disclosure.css';

interface DisclosureProps {
  readonly summary: ReactNode;
  readonly startsOpen?: boolean;
  readonly look?: 'quiet' | 'row';
  readonly children: ReactNode;
}

/** Something folded away under one line. What it holds is made when it is first opened. */
export function Disclosure({ summary, startsOpen = false, look = 'quiet', children }: DisclosureProps) {
  const [open, setOpen] = useState(startsOpen);
  const id = useId();
  return (
    <div className={`disclosure ${look}`}>
      <button type="button" className="disclosure-summary" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <ChevronRight size={14} className="chevron" aria-hidden="true" />
        {summary}
      </button>
      <div id={id} className="disclosure-body" hidden={!open}>
        {open ? children : null}
      </div>
    </div>
  );
}
