import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';

interface Props {
  icon?: IconName;
  /** Names the missing content. */
  title: string;
  hint?: string;
  /** The button of the first step. */
  children?: ReactNode;
}

/** The empty state of a page or panel. */
export const Empty = ({ icon = 'ring', title, hint, children }: Props) => (
  <div className="sl-empty">
    <Icon name={icon} size={34} strokeWidth={1.3} />
    <h2>{title}</h2>
    {hint && <p>{hint}</p>}
    {children}
  </div>
);
