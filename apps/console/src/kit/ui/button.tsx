import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `main`: at most once on a page. `quiet`: without a frame. `danger`: moves a robot or cannot be undone. */
  look?: 'main' | 'plain' | 'quiet' | 'danger';
  icon?: IconName;
  busy?: boolean;
  children?: ReactNode;
}

/** A button. Without children its `aria-label` is its name and its tooltip. */
export const Button = ({ look = 'plain', icon, busy = false, children, className = '', ...rest }: Props) => (
  <button
    type="button"
    title={children ? undefined : rest['aria-label']}
    className={`sl-button sl-button-${look} ${children ? '' : 'sl-button-bare'} ${className}`}
    aria-busy={busy || undefined}
    {...rest}
    disabled={rest.disabled || busy}
  >
    {icon && <Icon name={busy ? 'refresh' : icon} size={16} />}
    {children}
  </button>
);
