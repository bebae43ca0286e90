import type { ReactNode } from 'react';

/** One column of a list. The first one is the identity: it is always visible and is the title of the card on a phone. */
export interface Column<R> {
  key: string;
  title: string;
  cell: (row: R) => ReactNode;
  /** The value of the call's `sort` field for this column. */
  sort?: string;
  /** Aligns the cells at their end. */
  numeric?: boolean;
  /** CSS width. Columns without one share the remaining width. */
  width?: string;
  /** Not visible at first, but offered by the column chooser. */
  hidden?: boolean;
}
