import {
  statisticsCalls,
  statisticsSplits,
  type StatisticsPart,
  type StatisticsSplit,
} from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../kit/api/api.ts';
import { BarList } from '../../kit/chart/bar-list.tsx';
import { Failure } from '../../kit/ui/failure.tsx';
import { Figure } from '../../kit/ui/figure.tsx';
import { Segments } from '../../kit/ui/segments.tsx';
import { Skeleton } from '../../kit/ui/skeleton.tsx';
import { useAddress } from '../../kit/list/use-address.ts';
import { useWords } from '../words/use-words.ts';
import { formatFigure, useFormula, type FigureKind } from './figure-kinds.ts';
import type { FilterName, PeriodSelection } from './use-period.ts';

const filterOf: Record<StatisticsSplit, FilterName> = {
  company: 'companyId',
  site: 'siteId',
  device: 'deviceId',
  mode: 'mode',
};
const maxRows = 12;

/** The figure split by site, robot, mode or company. A click on a part filters the page to it. */
export function StatisticsParts({ selection, figure }: { selection: PeriodSelection; figure: FigureKind }) {
  const { t } = useTranslation('statistics');
  const { word } = useWords();
  const formula = useFormula();
  const [splitName, setBy] = useAddress('by', 'site');
  const by = statisticsSplits.find((split) => split === splitName) ?? 'site';
  const { data, error, refetch } = useQuery({
    ...callQuery(statisticsCalls.split, { ...selection.filter, by }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const nameOf = ({ key, name }: StatisticsPart) => {
    if (by === 'mode')
      return key === 'MIXED' ? t('mixed') : key === '' ? t('noMode') : word('cleaningMode', key);
    return name ?? (key === '' ? t('noSite') : t('gone'));
  };
  const parts = (data?.parts ?? []).toSorted((a, b) => (b.totals[figure] ?? -1) - (a.totals[figure] ?? -1));
  const largest = Math.max(...parts.map(({ totals }) => totals[figure] ?? 0), 0) || 1;
  return (
    <section className="statistics-parts">
      <header>
        <h2>{t('partsQuestion')}</h2>
        <Segments
          label={t('partsQuestion')}
          value={by}
          options={statisticsSplits.map((value) => ({ value, text: t(`splits.${value}`) }))}
          onChange={setBy}
        />
      </header>
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={5} />
      ) : (
        <BarList
          label={t('partsQuestion')}
          rows={parts.slice(0, maxRows).map((part) => {
            const value = part.totals[figure];
            return {
              key: part.key,
              name: nameOf(part),
              share: value === null ? null : value / largest,
              value: <Figure value={formatFigure(figure, value)} formula={formula(figure, part.totals)} />,
              fixed: part.key === '' || part.key === 'MIXED',
            };
          })}
          onPress={(key) => selection.set({ [filterOf[by]]: key })}
        />
      )}
      {parts.length > maxRows && (
        <p className="statistics-note">{t('moreParts', { count: parts.length - maxRows })}</p>
      )}
    </section>
  );
}
