import { useRef } from 'react';
import { BulkBar } from './bulk-bar.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import { DataTable } from './data-table.tsx';
import { Failure } from '../ui/failure.tsx';
import { FilterBar } from './filter/filter-bar.tsx';
import { formatNumber } from '../format/format.ts';
import { NoMatch } from './filter/no-match.tsx';
import { Pager } from './pager.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { SavedViews } from './filter/saved-views.tsx';
import type { ListPageProps } from './list-page-props.ts';
import { useListKeys } from './use-list-keys.ts';
import { useRowSelection } from './use-row-selection.ts';
import { useColumns, useFittingColumns } from './use-columns.ts';
import type { List } from './use-list.ts';
import './list-page.css';

/** The layout of every list: title and actions, filters, rows and pager. */
export function ListPage<R extends { id: string }, F>(props: ListPageProps<R, F>) {
  const { title, list, columns, filters, more, actions, rowActions, bulk, views, children, empty } = props;
  const { visible, order, setOrder, showAll, changed, setUsual } = useColumns(columns);
  const { measure, fitting, left } = useFittingColumns(visible, list.rows, changed);
  const { chosen, picked, choose, chooseAll, clear } = useRowSelection(list.rows);
  const section = useRef<HTMLElement>(null);
  useListKeys(section, {
    rows: list.rows,
    // A selection has keys of its own, on all of its rows.
    rowKeys: (picked.length === 0 && props.rowKeys) || [],
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
      {props.above}
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
