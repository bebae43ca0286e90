import type { ReactNode } from 'react';
import './plain-table.css';

/** A small table within a page. It shows all its rows, without sorting, selection or paging. */
export const PlainTable = ({ children }: { children: ReactNode }) => (
  <table className="sl-plain-table">{children}</table>
);
