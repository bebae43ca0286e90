import type { ReactNode } from 'react';

/** One value of a group. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="sl-fact">
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
