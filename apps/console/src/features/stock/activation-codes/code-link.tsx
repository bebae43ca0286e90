import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';

/** Opens a code beside the list and keeps the list's filters. */
export function CodeLink({ id, children }: { id: string; children: ReactNode }) {
  const [params] = useSearchParams();
  const next = new URLSearchParams(params);
  next.set('id', id);
  return (
    <Link to={`?${next}`} replace className="code-text">
      {children}
    </Link>
  );
}
