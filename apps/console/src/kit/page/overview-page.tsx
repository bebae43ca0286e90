import type { ReactNode } from 'react';
import './overview-page.css';

interface Props {
  title: string;
  /** What the page is for, or what needs attention on it. */
  note: string;
  actions?: ReactNode;
  busy?: boolean;
  children: ReactNode;
}

/** A page with a title, a note and its own content. It scrolls by itself, except on a phone. */
export const OverviewPage = ({ title, note, actions, busy = false, children }: Props) => (
  <section className="sl-overview" aria-busy={busy}>
    <header className="sl-page-head">
      <div>
        <h1>{title}</h1>
        <p className="sl-overview-note">{note}</p>
      </div>
      {actions && <div className="sl-page-actions">{actions}</div>}
    </header>
    {children}
  </section>
);
