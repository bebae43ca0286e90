import { productName } from '../format/product-name.ts';

/** The product's logo: a cleaning path that ends in a robot, with or without the product name. */
export const Logo = ({ wordmark = true, size = 28 }: { wordmark?: boolean; size?: number }) => (
  <span className="sl-logo">
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="var(--sl-brand)" />
      <path
        d="M8 9.5h13a3.25 3.25 0 0 1 0 6.5H11a3.25 3.25 0 0 0 0 6.5h8"
        fill="none"
        stroke="var(--sl-on-brand)"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <circle cx="24" cy="22.5" r="2.4" fill="var(--sl-on-brand)" />
    </svg>
    <span className={wordmark ? undefined : 'sl-sr-only'}>{productName()}</span>
  </span>
);
