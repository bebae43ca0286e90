import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';

interface Props {
  icon?: IconName;
  /** What would be here. */
  title: string;
  hint?: string;
  /** The first step. */
  children?: ReactNode;
}

/** A page or panel with nothing in it yet. */
export const Empty = ({ icon = 'ring', title, hint, children }: Props) => (
  <div className="sl-empty">
    <Icon name={icon} size={34} strokeWidth={1.3} />
    <h2>{title}</h2>
    {hint && <p>{hint}</p>}
    {children}
  </div>
);
