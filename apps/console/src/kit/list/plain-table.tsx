import type { ReactNode } from 'react';
import './plain-table.css';

/** A small table within a page: what it shows is all there is, so nothing is sorted, chosen or turned over. */
export const PlainTable = ({ children }: { children: ReactNode }) => (
  <table className="sl-plain-table">{children}</table>
);
