import type { ReactNode } from 'react';
import type { Column } from './column.ts';
import type { RowKey } from './use-list-keys.ts';
import type { List } from './use-list.ts';

export interface ListPageProps<R extends { id: string }, F> {
  title: string;
  list: List<R, F>;
  /** Must be stable between renders (`useMemo`). The first column is the identity, a link in two lines. */
  columns: readonly Column<R>[];
  /** Tabs and figures of the whole list, between its title and its filters. */
  above?: ReactNode;
  /** `SearchFilter`, `ChoiceFilter` and others, named after the fields of the call's input. */
  filters?: ReactNode;
  more?: ReactNode;
  /** The main action and further controls beside the title. */
  actions?: ReactNode;
  /** Actions at the end of each row: one visible, the rest in a `RowMenu`. Must be stable between renders (`useCallback`). */
  rowActions?: (row: R) => ReactNode;
  /** What letters do with the row that has the focus. */
  rowKeys?: readonly RowKey<R>[];
  /** Actions for the selected rows. */
  bulk?: (rows: R[], clear: () => void) => ReactNode;
  /** Enables saved views. Only for a list that is alone on its page, because views are saved per address. */
  views?: boolean;
  /** Replaces the table: the card view of a list that has one. */
  children?: ReactNode;
  /** Shown when the list is empty without filters. */
  empty: ReactNode;
}
