import type { SVGProps } from 'react';
import { icons, type IconName } from './icons.ts';

interface Props extends Omit<SVGProps<SVGSVGElement>, 'name'> {
  name: IconName;
  size?: number;
}

/** An icon of the product's own set. It is hidden from screen readers, because a text or a label accompanies it. */
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
