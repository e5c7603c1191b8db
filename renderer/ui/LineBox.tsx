import { useEffect, useMemo, useRef, useState } from 'react';
import { RowIndex, windowOf } from './rowIndex.ts';
import './LineBox.css';

interface LineBoxProps {
  readonly text: string;
  readonly label: string;
}
const rowHeight = 20;
const boxHeight = 480;
/** Characters whose rows are looked for in one go: a few milliseconds. */
const piece = 400_000;

/** A text of any length in a box of its own: only the rows that are seen exist. The text may grow at its end. */
export function LineBox({ text, label }: LineBoxProps) {
  const index = useMemo(() => new RowIndex(), []);
  const [count, setCount] = useState(0);
  const [top, setTop] = useState(0);
  const frame = useRef(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = (): void => {
      const isDone = index.extend(text, piece);
      setCount(index.count);
      if (!isDone) timer = setTimeout(read);
    };
    read();
    return () => clearTimeout(timer);
  }, [index, text]);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  const { height, first, last, offset } = windowOf(count, top, boxHeight, rowHeight);
  return (
    <div
      className="line-box"
      role="region"
      aria-label={label}
      tabIndex={0}
      style={{ maxHeight: boxHeight }}
      onScroll={({ currentTarget }) => {
        cancelAnimationFrame(frame.current);
        frame.current = requestAnimationFrame(() => setTop(currentTarget.scrollTop));
      }}
    >
      <div style={{ height }}>
        <div className="line-box-window" style={{ height: Math.min(boxHeight, height) }}>
          <div style={{ transform: `translateY(${-offset}px)` }}>
            {Array.from({ length: Math.max(0, last - first) }, (_, at) => (
              <div className="line-box-row" key={first + at}>
                {index.row(text, first + at) || ' '}
              </div>
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}
