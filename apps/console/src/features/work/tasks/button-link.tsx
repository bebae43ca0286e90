import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../../kit/ui/icon.tsx';
import type { IconName } from '../../../kit/ui/icons.ts';

interface Props {
  to: string;
  look?: 'main' | 'plain' | 'quiet';
  icon?: IconName;
  children: ReactNode;
}

/** A link in the style of a button, so that it can open in a new tab. */
export const ButtonLink = ({ to, look = 'plain', icon, children }: Props) => (
  <Link to={to} className={`sl-button sl-button-${look}`}>
    {icon && <Icon name={icon} size={16} />}
    {children}
  </Link>
);
