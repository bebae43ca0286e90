import { statisticsCalls, pages } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../kit/api/api.ts';
import { Failure } from '../../kit/ui/failure.tsx';
import { Figure } from '../../kit/ui/figure.tsx';
import { Segments } from '../../kit/ui/segments.tsx';
import { Skeleton } from '../../kit/ui/skeleton.tsx';
import { useAddress } from '../../kit/list/use-address.ts';
import { formatFigure, useFormula, type FigureKind } from './figure-kinds.ts';
import type { PeriodSelection } from './use-period.ts';

/** The robots with the highest or lowest values of the figure. */
export function StatisticsRanking({ selection, figure }: { selection: PeriodSelection; figure: FigureKind }) {
  const { t } = useTranslation('statistics');
  const formula = useFormula();
  const [top, setTop] = useAddress('top', '5');
  const [end, setEnd] = useAddress('end', 'most');
  const { data, error, refetch } = useQuery({
    ...callQuery(statisticsCalls.ranking, {
      ...selection.filter,
      figure,
      top: top === '10' ? 10 : 5,
      least: end === 'least',
    }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  return (
    <section className="statistics-ranking">
      <header>
        <h2>{t('rankingQuestion')}</h2>
        <Segments
          label={t('end')}
          value={end}
          options={(['most', 'least'] as const).map((value) => ({
            value: value as string,
            text: t(`ends.${value}`),
          }))}
          onChange={setEnd}
        />
        <Segments
          label={t('howMany')}
          value={top}
          options={['5', '10'].map((value) => ({ value, text: value }))}
          onChange={setTop}
        />
      </header>
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={5} />
      ) : (
        <ol className="statistics-rank">
          {data.devices.map(({ deviceId, sn, nickname, totals }) => (
            <li key={deviceId}>
              {sn === null ? (
                <span>{t('gone')}</span>
              ) : (
                <Link to={pages.device({ id: deviceId })} className="sl-identity">
                  {nickname || sn} <small>{nickname ? sn : ''}</small>
                </Link>
              )}
              <Figure value={formatFigure(figure, totals[figure])} formula={formula(figure, totals)} />
            </li>
          ))}
        </ol>
      )}
      {data?.devices.length === 0 && <p className="statistics-note">{t('nobodySaid')}</p>}
    </section>
  );
}
