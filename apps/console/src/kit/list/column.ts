import type { ReactNode } from 'react';

/** One column of a list. The first one is the identity: it is always shown and heads the card on a phone. */
export interface Column<R> {
  key: string;
  title: string;
  cell: (row: R) => ReactNode;
  /** The call's word for sorting by it. */
  sort?: string;
  /** Numbers end at the same edge. */
  numeric?: boolean;
  /** In CSS; the rest shares what is left. */
  width?: string;
  /** Offered by the column chooser, not shown at first. */
  hidden?: boolean;
}
