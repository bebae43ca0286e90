import { statisticsCalls } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { useAddress } from '../../../kit/list/use-address.ts';
import { figureFromAddress } from '../../../shared/statistics/figure-kinds.ts';
import { StatisticsChart } from '../../../shared/statistics/statistics-chart.tsx';
import { StatisticsFigures } from '../../../shared/statistics/statistics-figures.tsx';
import { StatisticsFilters } from '../../../shared/statistics/statistics-filters.tsx';
import { StatisticsParts } from '../../../shared/statistics/statistics-parts.tsx';
import { StatisticsRanking } from '../../../shared/statistics/statistics-ranking.tsx';
import { StatisticsWeek } from '../../../shared/statistics/statistics-week.tsx';
import { usePeriod } from '../../../shared/statistics/use-period.ts';
import '../../../shared/statistics/statistics.css';

/** Figures of a period compared with the previous one, by time, site and robot. */
export function StatisticsPage() {
  const { t } = useTranslation('statistics');
  const selection = usePeriod();
  const [figureName, choose] = useAddress('figure', 'cleanedM2');
  const figure = figureFromAddress(figureName);
  const { data, error, refetch, isFetching } = useQuery({
    ...callQuery(statisticsCalls.index, selection.filter),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const content = () => {
    if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
    if (!data) return <Skeleton lines={8} />;
    if (data.totals.reports + data.before.totals.reports === 0)
      return <Empty icon="compare" title={t('nothing')} hint={t('nothingHint')} />;
    return (
      <>
        <StatisticsFigures answer={data} chosen={figure} onChoose={choose} />
        {data.totals.leftOut > 0 && (
          <p className="statistics-note">
            {t('leftOut', { count: data.totals.leftOut, shown: formatNumber(data.totals.leftOut) })}
          </p>
        )}
        <StatisticsChart selection={selection} figure={figure} />
        <div className="statistics-below">
          <StatisticsParts selection={selection} figure={figure} />
          <StatisticsRanking selection={selection} figure={figure} />
          <StatisticsWeek selection={selection} figure={figure} />
        </div>
      </>
    );
  };
  return (
    <article className="statistics-page" aria-busy={isFetching}>
      <header className="sl-page-head">
        <h1>{t('title')}</h1>
      </header>
      <StatisticsFilters selection={selection} />
      {content()}
    </article>
  );
}
