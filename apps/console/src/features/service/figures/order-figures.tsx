import { pages, type WorkOrderFigures } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber } from '../../../kit/format/format.ts';
import { FigureTiles } from '../../../kit/page/figure-tiles.tsx';
import { figureNames, useFigureWords, valueOf } from './figure-words.ts';

/** What the list shows of a figure. */
export type ListSearch = NonNullable<Parameters<typeof pages.workOrders>[0]>;

interface Props {
  figures: WorkOrderFigures;
  /** The filters of the list with the same orders. */
  search: ListSearch;
}

/** The figures of all orders. Counts lead to the list with these orders; the others explain their formula. */
export function OrderFigures({ figures, search }: Props) {
  const { t } = useTranslation('service/figures');
  const { format, formulaOf, nameOf } = useFigureWords();
  const counts: [name: 'orders' | 'open' | 'resolved' | 'late', search: ListSearch][] = [
    ['orders', search],
    ['open', { ...search, state: ['SUBMITTED', 'PROCESSING'] }],
    ['resolved', { ...search, state: ['RESOLVED'] }],
    ['late', { ...search, late: 'true' }],
  ];
  return (
    <FigureTiles
      label={t('title')}
      tiles={[
        ...counts.map(([name, filters]) => {
          const value = formatNumber(figures[name]);
          const content = <Link to={pages.workOrders(filters)}>{value}</Link>;
          return { key: name, name: t(`counts.${name}`), value, content };
        }),
        ...figureNames.map((name) => ({
          key: name,
          name: nameOf(name),
          value: format(name, valueOf(figures, name)),
          formula: formulaOf(figures, name),
        })),
      ]}
    />
  );
}
