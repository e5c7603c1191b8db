import { useEffect, useRef, useState } from 'react';
import type { Icon } from '#shared/servers/icon.ts';
import './IconTile.css';

interface IconTileProps {
  /** Whose it is: its first letter stands where there is no picture. */
  readonly name: string;
  /** A picture that main has made sure of. */
  readonly icon: Icon | undefined;
  readonly size?: 'small' | 'normal' | 'large';
}

/** A small picture of a server or tool, or a letter in its place. It says nothing that a word beside it does not say. */
export function IconTile({ name, icon, size = 'normal' }: IconTileProps) {
  const [broken, setBroken] = useState<Icon>();
  return (
    <span className={`icon-tile ${size}`} aria-hidden="true">
      {icon && icon !== broken ? <Picture icon={icon} onBroken={() => setBroken(icon)} /> : firstLetter(name)}
    </span>
  );
}

function Picture({ icon, onBroken }: { readonly icon: Icon; readonly onBroken: () => void }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([icon.data], { type: icon.type }));
    if (image.current) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [icon]);
  return <img ref={image} alt="" draggable={false} onError={onBroken} />;
}

const firstLetter = (name: string): string => (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '·').toLocaleUpperCase();
