import type { SVGProps } from 'react';
import { icons, type IconName } from './icons.ts';

interface Props extends Omit<SVGProps<SVGSVGElement>, 'name'> {
  name: IconName;
  size?: number;
}

/** A glyph of our own set. It says nothing to a screen reader: the word stands beside it or on the button. */
export const Icon = ({ name, size = 18, ...rest }: Props) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.7"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
    {...rest}
  >
    <path d={icons[name]} />
  </svg>
);
