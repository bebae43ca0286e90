import type { ReactNode } from 'react';

interface Props {
  title: string;
  count?: string;
  /** A link to the full list. */
  end?: ReactNode;
  children: ReactNode;
}

/** A group of values about a company. */
export const DetailGroup = ({ title, count, end, children }: Props) => (
  <section className="co-group">
    <header>
      <h2>
        {title} {count && <span className="sl-count">{count}</span>}
      </h2>
      {end}
    </header>
    {children}
  </section>
);

/** One value of a group. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="co-fact">
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
