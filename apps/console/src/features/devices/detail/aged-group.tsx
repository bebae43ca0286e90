import type { ReactNode } from 'react';
import { Ago } from '../../../kit/format/ago.tsx';

interface Props {
  /** The question this group answers. */
  title: string;
  /** When the robot last said it; null where it never did. */
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
