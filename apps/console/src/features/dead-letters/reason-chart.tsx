import { deadLetterCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { reading } from '../../kit/api/api.ts';
import { FilterChip } from '../../kit/list/filter/filter-chip.tsx';
import { useFilter } from '../../kit/list/filter/filter-context.ts';
import { formatNumber } from '../../kit/format/format.ts';
import { useReasonName } from './use-reason-name.ts';

const renewMs = 10_000;

/** The count of each reason since the server started. A click on a bar filters by its reason. */
export function ReasonChart() {
  const { t } = useTranslation('dead-letters');
  const nameOf = useReasonName();
  const { value: chosen, chips, set } = useFilter('reason');
  const { data } = useQuery({
    ...reading(deadLetterCalls.counters, {}),
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
      {counters.length > 0 && (
        <section className="dl-chart" aria-label={t('chartTitle')}>
          <h2>
            {t('chartTitle')} <small>{t('chartTotal', { count: total, shown: formatNumber(total) })}</small>
          </h2>
          <div className="dl-bars">
            {counters.map(({ reason, count }) => (
              <button
                key={reason}
                type="button"
                className="dl-bar"
                aria-pressed={chosen === reason}
                onClick={() => set(chosen === reason ? undefined : reason)}
              >
                <span className="dl-bar-name">{nameOf(reason)}</span>
                <span className="dl-bar-count">{formatNumber(count)}</span>
                {/* A square-root scale keeps rare reasons visible; the number beside it is exact. */}
                <i style={{ inlineSize: `${Math.max(1, Math.sqrt(count / maxCount) * 100)}%` }} />
              </button>
            ))}
          </div>
        </section>
      )}
    </>
  );
}
