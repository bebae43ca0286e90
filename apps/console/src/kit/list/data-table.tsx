import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from './column.ts';
import { DataRow } from './data-row.tsx';
import { Icon } from '../ui/icon.tsx';
import './data-table.css';

interface Props<R extends { id: string }> {
  label: string;
  rows: readonly R[];
  /** Must be stable between renders (`useMemo`), like `actions`: a new value renders every row. */
  columns: readonly Column<R>[];
  sort?: string;
  onSort?: (sort: string) => void;
  selected?: ReadonlySet<string>;
  onSelect?: (row: R, selected: boolean) => void;
  onSelectAll?: (selected: boolean) => void;
  actions?: (row: R) => ReactNode;
}

/** Of its width a column keeps at least this share. Narrower ones break words, while the last columns can be hidden. */
const leastShare = 0.75;

const nextSort = (field: string, sort: string) =>
  sort === field ? `-${field}` : sort === `-${field}` ? '' : field;
const direction = (field: string | undefined, sort: string) =>
  !field ? undefined : sort === field ? 'ascending' : sort === `-${field}` ? 'descending' : 'none';

/** A table of rows with a sticky head. On a phone the same rows are cards. */
export function DataTable<R extends { id: string }>(props: Props<R>) {
  const { label, rows, columns, sort = '', onSort, selected, onSelect, onSelectAll, actions } = props;
  const { t } = useTranslation('kit');
  const all = rows.length > 0 && rows.every(({ id }) => selected?.has(id));
  return (
    <table className="sl-table" role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {onSelect && (
            <th role="columnheader" className="sl-table-pick">
              <input
                type="checkbox"
                checked={all}
                aria-label={t('chooseAll')}
                onChange={(event) => onSelectAll?.(event.target.checked)}
              />
            </th>
          )}
          {columns.map(({ key, title, sort: field, numeric, width }) => (
            <th
              key={key}
              role="columnheader"
              aria-sort={direction(field, sort)}
              className={numeric ? 'sl-numeric' : undefined}
              style={
                width ? { inlineSize: width, minInlineSize: `calc(${width} * ${leastShare})` } : undefined
              }
            >
              {field && onSort ? (
                <button type="button" onClick={() => onSort(nextSort(field, sort))}>
                  {title}
                  <Icon name={sort === field ? 'up' : 'down'} size={12} strokeWidth={2.4} />
                </button>
              ) : (
                title
              )}
            </th>
          ))}
          {actions && (
            <th role="columnheader" className="sl-table-actions">
              <span className="sl-sr-only">{t('actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <DataRow
            key={row.id}
            row={row}
            columns={columns}
            {...(onSelect && { onSelect, selected: selected?.has(row.id) ?? false })}
            {...(actions && { actions })}
          />
        ))}
      </tbody>
    </table>
  );
}
