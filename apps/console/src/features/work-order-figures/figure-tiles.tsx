import { pages, type WorkOrderFigures } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber } from '../../kit/format/format.ts';
import { Figure } from '../../kit/ui/figure.tsx';
import { figureNames, useFigureWords, valueOf } from './figure-words.ts';

/** What the list shows of a figure. */
export type ListSearch = NonNullable<Parameters<typeof pages.workOrders>[0]>;

interface Props {
  figures: WorkOrderFigures;
  /** The filters of the list with the same orders. */
  search: ListSearch;
}

/** The figures of all orders. Counts lead to the list with these orders; the others explain their formula. */
export function FigureTiles({ figures, search }: Props) {
  const { t } = useTranslation('work-order-figures');
  const { format, formulaOf, nameOf } = useFigureWords();
  const counts: [name: 'orders' | 'open' | 'resolved' | 'late', search: ListSearch][] = [
    ['orders', search],
    ['open', { ...search, state: ['SUBMITTED', 'PROCESSING'] }],
    ['resolved', { ...search, state: ['RESOLVED'] }],
    ['late', { ...search, late: 'true' }],
  ];
  return (
    <dl className="order-figures-tiles" aria-label={t('title')}>
      {counts.map(([name, filters]) => (
        <div key={name}>
          <dt>{t(`counts.${name}`)}</dt>
          <dd>
            <Link to={pages.workOrders(filters)}>{formatNumber(figures[name])}</Link>
          </dd>
        </div>
      ))}
      {figureNames.map((name) => (
        <div key={name} title={formulaOf(figures, name)}>
          <dt>{nameOf(name)}</dt>
          <dd>
            <Figure value={format(name, valueOf(figures, name))} formula={formulaOf(figures, name)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
