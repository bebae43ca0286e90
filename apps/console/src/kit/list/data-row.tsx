import { memo, useDeferredValue, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from './column.ts';

interface Props<R> {
  row: R;
  columns: readonly Column<R>[];
  selected?: boolean;
  onSelect?: (row: R, selected: boolean) => void;
  actions?: (row: R) => ReactNode;
}

function CellsOf<R>({ row, columns, actions }: Pick<Props<R>, 'row' | 'columns' | 'actions'>) {
  return (
    <>
      {columns.map((column) => (
        <td
          key={column.key}
          role="cell"
          data-label={column.title}
          className={column.numeric ? 'sl-numeric' : undefined}
        >
          {column.cell(row)}
        </td>
      ))}
      {actions && (
        <td role="cell" className="sl-table-actions">
          {actions(row)}
        </td>
      )}
    </>
  );
}
const Cells = memo(CellsOf) as typeof CellsOf;

function Row<R>({ row, columns, selected = false, onSelect, actions }: Props<R>) {
  const { t } = useTranslation('kit');
  // A deferred value lets React render many updated rows in slices, so that typing and scrolling have priority.
  const deferredRow = useDeferredValue(row);
  return (
    <tr role="row" aria-selected={onSelect ? selected : undefined}>
      {onSelect && (
        <td role="cell" className="sl-table-pick">
          <input
            type="checkbox"
            checked={selected}
            aria-label={t('choose')}
            onChange={(event) => onSelect(row, event.target.checked)}
          />
        </td>
      )}
      <Cells row={deferredRow} columns={columns} {...(actions && { actions })} />
    </tr>
  );
}

/** Memoised: it renders only when its row, the columns or its selection change, because live lists update single rows. */
export const DataRow = memo(Row) as typeof Row;
