import { statisticsCalls } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../kit/api/api.ts';
import { may } from '../../kit/api/may.ts';
import { useNow } from '../../kit/format/use-now.ts';
import { byOffset, formatZone } from '../../kit/format/zone-time.ts';
import type { PeriodSelection } from './use-period.ts';

/** Tells that the page joins sites of several time zones, each with the days of its own calendar. */
export function SiteDaysNote({ selection: { filter } }: { selection: PeriodSelection }) {
  const { data } = useQuery({
    ...callQuery(statisticsCalls.index, filter),
    enabled: may(statisticsCalls.index.allow),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  return <ZonesNote zones={data?.zones ?? []} />;
}

/** The same for zones that are known. */
export function ZonesNote({ zones }: { zones: readonly string[] }) {
  const { t } = useTranslation('statistics');
  const now = useNow();
  const sorted = zones.toSorted(byOffset(now));
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  const hint = t('siteDaysHint', { first: formatZone(first, now), last: formatZone(last, now) });
  return (
    <small className="statistics-site-days" title={hint} aria-label={`${t('siteDays')}. ${hint}`}>
      {t('siteDays')}
    </small>
  );
}
