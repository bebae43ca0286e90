import type { ReactNode } from 'react';
import { Ago } from '../../../../kit/format/ago.tsx';

interface Props {
  /** The question that this group answers. */
  title: string;
  /** The time of the robot's last report; null without one. */
  at?: string | null | undefined;
  children: ReactNode;
}

/** Values that answer one question, with their age. */
export const AgedGroup = ({ title, at, children }: Props) => (
  <section className="sl-group">
    <header>
      <h2>{title}</h2>
      {at !== undefined && <Ago at={at} />}
    </header>
    {children}
  </section>
);
