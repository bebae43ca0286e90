import { useRef, type ReactNode } from 'react';
import { BulkBar } from './bulk-bar.tsx';
import type { Column } from './column.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { DataTable } from './data-table.tsx';
import { Failure } from '../ui/failure.tsx';
import { FilterBar } from './filter/filter-bar.tsx';
import { formatNumber } from '../format/format.ts';
import { NoMatch } from './filter/no-match.tsx';
import { Pager } from './pager.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { SavedViews } from './filter/saved-views.tsx';
import { useListKeys } from './use-list-keys.ts';
import { useRowSelection } from './use-row-selection.ts';
import { useColumns, useFittingColumns } from './use-columns.ts';
import type { List } from './use-list.ts';
import './list-page.css';

interface Props<R extends { id: string }, F> {
  title: string;
  list: List<R, F>;
  /** Must be stable between renders (`useMemo`). The first column is the identity, a link in two lines. */
  columns: readonly Column<R>[];
  /** `SearchFilter`, `ChoiceFilter` and others, named after the fields of the call's input. */
  filters?: ReactNode;
  more?: ReactNode;
  /** The main action and further controls beside the title. */
  actions?: ReactNode;
  /** Actions at the end of each row: one visible, the rest in a `RowMenu`. Must be stable between renders (`useCallback`). */
  rowActions?: (row: R) => ReactNode;
  /** Actions for the selected rows. */
  bulk?: (rows: R[], clear: () => void) => ReactNode;
  /** Enables saved views. Only for a list that is alone on its page, because views are saved per address. */
  views?: boolean;
  /** Replaces the table: the card view of a list that has one. */
  children?: ReactNode;
  /** Shown when the list is empty without filters. */
  empty: ReactNode;
}

/** The layout of every list: title and actions, filters, rows and pager. */
export function ListPage<R extends { id: string }, F>(props: Props<R, F>) {
  const { title, list, columns, filters, more, actions, rowActions, bulk, views, children, empty } = props;
  const { visible, order, setOrder, showAll, changed, setUsual } = useColumns(columns);
  const { measure, fitting, left } = useFittingColumns(visible, list.rows, changed);
  const { chosen, picked, choose, chooseAll, clear } = useRowSelection(list.rows);
  const section = useRef<HTMLElement>(null);
  useListKeys(section, {
    selects: bulk !== undefined,
    onClear: () => {
      if (picked.length > 0) clear();
      return picked.length > 0;
    },
  });

  const rows = () => {
    if (list.error && list.rows.length === 0) return <Failure error={list.error} onRetry={list.retry} />;
    if (list.first) return <Skeleton lines={8} />;
    if (list.rows.length === 0) return list.filtered ? <NoMatch onClear={list.clearFilters} /> : empty;
    return (
      children || (
        <DataTable
          label={title}
          rows={list.rows}
          columns={fitting}
          sort={list.sort}
          onSort={list.setSort}
          {...(rowActions && { actions: rowActions })}
          {...(bulk && {
            selected: chosen,
            onSelect: choose,
            onSelectAll: chooseAll,
          })}
        />
      )
    );
  };

  return (
    <section className="sl-list" ref={section} aria-busy={list.reading}>
      <header className="sl-page-head">
        <h1>
          {title} <span className="sl-count">{list.total !== null && formatNumber(list.total)}</span>
        </h1>
        <div className="sl-page-actions">{actions}</div>
      </header>
      <FilterBar
        list={list as unknown as List}
        more={more}
        end={
          <>
            {views && <SavedViews />}
            {!children && (
              <ColumnChooser
                columns={columns.slice(1)}
                order={order}
                changed={changed}
                left={left}
                onChange={setOrder}
                onAll={showAll}
                onUsual={setUsual}
              />
            )}
          </>
        }
      >
        {filters}
      </FilterBar>
      <div className="sl-list-rows" ref={measure}>
        {rows()}
      </div>
      {bulk && picked.length > 0 && (
        <BulkBar count={picked.length} onClear={clear}>
          {bulk(picked, clear)}
        </BulkBar>
      )}
      <Pager total={list.total} page={list.page} pageSize={list.pageSize} onChange={list.setPage} />
    </section>
  );
}
