import { figureGroups, pages, type FigureGroup, type WorkOrderFigureRow } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber } from '../../../kit/format/format.ts';
import { PlainTable } from '../../../kit/list/plain-table.tsx';
import { Figure } from '../../../kit/ui/figure.tsx';
import type { ListSearch } from './order-figures.tsx';
import { useWords } from '../../../shared/words/use-words.ts';
import { figureNames, useFigureWords, valueOf } from './figure-words.ts';

export type TableGroup = Exclude<FigureGroup, 'none'>;
export const tableGroups = figureGroups.filter((group): group is TableGroup => group !== 'none');

const filterOf: Record<TableGroup, keyof ListSearch> = {
  code: 'alarmCode',
  model: 'model',
  site: 'siteId',
  company: 'companyId',
  person: 'assigneeId',
};

interface Props {
  by: TableGroup;
  rows: readonly WorkOrderFigureRow[];
  search: ListSearch;
}

/** The figures of each group. The number of orders leads to the list with these orders. */
export function FigureTable({ by, rows, search }: Props) {
  const { t } = useTranslation('service/figures');
  const { format, formulaOf, nameOf } = useFigureWords();
  const { word } = useWords();
  /** The server knows the robot's own text of an alarm only. */
  const nameOfRow = ({ key, name }: WorkOrderFigureRow) => {
    if (key === null) return t(`without.${by}`);
    const alarm = by === 'code' ? word('alarm', key) : key;
    return alarm === key ? name : alarm;
  };
  const searchOf = (key: string): ListSearch => ({ ...search, [filterOf[by]]: key });
  return (
    <PlainTable cards>
      <thead>
        <tr>
          <th scope="col">{t(`by.${by}`)}</th>
          <th scope="col">{t('counts.orders')}</th>
          {figureNames.map((name) => (
            <th key={name} scope="col">
              {nameOf(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key ?? ''}>
            <th scope="row">
              {nameOfRow(row)}
              {by === 'code' && row.key !== null && <small>{row.key}</small>}
            </th>
            <td data-label={t('counts.orders')}>
              {row.key === null ? (
                formatNumber(row.orders)
              ) : (
                <Link to={pages.workOrders(searchOf(row.key))}>{formatNumber(row.orders)}</Link>
              )}
            </td>
            {figureNames.map((name) => (
              <td key={name} data-label={nameOf(name)}>
                <Figure value={format(name, valueOf(row, name))} formula={formulaOf(row, name)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
