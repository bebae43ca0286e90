import { deadLetterCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { BarList } from '../../../kit/chart/bar-list.tsx';
import { FilterChip } from '../../../kit/list/filter/filter-chip.tsx';
import { useFilter } from '../../../kit/list/filter/filter-context.ts';
import { formatNumber } from '../../../kit/format/format.ts';
import { useReasonName } from './use-reason-name.ts';

const renewMs = 10_000;

/** The count of each reason since the server started. A click on a bar filters by its reason. */
export function ReasonChart() {
  const { t } = useTranslation('installation/dead-letters');
  const nameOf = useReasonName();
  const { value: chosen, chips, set } = useFilter('reason');
  const { data } = useQuery({
    ...callQuery(deadLetterCalls.counters, {}),
    refetchInterval: renewMs,
    meta: { silent: true },
  });
  const counters = (data?.counters ?? [])
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
  const maxCount = counters[0]?.count ?? 1;
  const total = counters.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      {typeof chosen === 'string' && (
        <FilterChip
          chips={chips}
          text={`${t('reason')}: ${nameOf(chosen)}`}
          onRemove={() => set(undefined)}
        />
      )}
      {/* It stands from the first moment, so that the rows below it do not move when the counts arrive. */}
      <section className="dl-chart" aria-label={t('chartTitle')}>
        <h2>
          {t('chartTitle')}{' '}
          {data && <small>{t('chartTotal', { count: total, shown: formatNumber(total) })}</small>}
        </h2>
        <div className="dl-chart-row">
          {data && counters.length === 0 && <small>{t('chartNone')}</small>}
          <BarList
            label={t('chartTitle')}
            rows={counters.map(({ reason, count }) => ({
              key: reason,
              name: nameOf(reason),
              // A square-root scale keeps rare reasons visible; the number beside it is exact.
              share: Math.sqrt(count / maxCount),
              value: formatNumber(count),
            }))}
            chosen={typeof chosen === 'string' ? chosen : null}
            onPress={(reason) => set(chosen === reason ? undefined : reason)}
          />
        </div>
      </section>
    </>
  );
}
