import { auditCalls, type Sent } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { BarStrip } from '../../../kit/chart/bar-strip.tsx';
import { formatTime, formatDate, formatNumber } from '../../../kit/format/format.ts';
import { readerZone } from '../../../kit/format/reader.ts';
import { useNow } from '../../../kit/format/use-now.ts';
import { slots, type Bar } from './bar-slots.ts';

type Filters = Omit<Sent<typeof auditCalls.list>, 'page' | 'pageSize' | 'enablePage'>;

interface Props {
  filters: Partial<Filters>;
  setFilters: (changes: Partial<Filters>) => void;
}

const hourMs = 3_600_000;
const defaultRangeMs = 7 * 24 * hourMs;

/** Entries over time, split into done and refused. A click on a bar filters the list to its hour or day. */
export function AuditBars({ filters, setFilters }: Props) {
  const { t } = useTranslation('installation/audit');
  const now = useNow();
  // Rounded up to the hour, so that the query changes once an hour and not every second.
  const to = filters.to ?? new Date(Math.ceil(now / hourMs) * hourMs).toISOString();
  const from = filters.from ?? new Date(Date.parse(to) - defaultRangeMs).toISOString();
  const { data, isPending } = useQuery({
    ...callQuery(auditCalls.bars, { ...filters, from, to, timezone: readerZone() }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  if (isPending) return <section className="log-bars log-bars-room" aria-busy="true" />;
  if (!data || data.bars.length === 0) return null;
  const bars = slots(data, from, to, readerZone());
  const labelOf = (bar: Bar) =>
    t('bar', {
      when: data.step === 'day' ? formatDate(bar.at) : formatTime(bar.at),
      done: formatNumber(bar.done),
      refused: formatNumber(bar.refused),
    });
  return (
    <section className="log-bars" aria-label={t('barsTitle')}>
      <BarStrip
        label={t('barsTitle')}
        bars={bars.map((bar) => ({
          key: bar.at,
          text: labelOf(bar),
          parts: [
            { value: bar.done, tone: 'brand' },
            { value: bar.refused, tone: 'fault' },
          ],
        }))}
        onPress={(index) => setFilters({ from: bars[index]!.at, to: bars[index]!.end })}
      />
      <p>
        <span>{formatDate(from)}</span>
        <span>{t('barsTitle')}</span>
        <span>{formatDate(to)}</span>
      </p>
    </section>
  );
}
