import { cardUsageKinds, type CardUsageDay } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../kit/chart/chart.tsx';
import { addDays } from '../../../kit/format/days.ts';
import { formatBytes } from '../../../kit/format/format.ts';
import { formatDayShort } from '../../../kit/format/format-day.ts';

const maxDays = 30;
const tones = { MESSAGES: 'brand', FILES: 'working', VIDEO: 'waiting', OTHER: 'quiet' } as const;

/** The usage of a card per day, stacked by kind. A day without any usage is unknown. */
export function UsageChart({ usage }: { usage: CardUsageDay[] }) {
  const { t } = useTranslation('stock/network-cards');
  const days = lastDays(usage);
  if (days.length === 0) return <p className="card-none">{t('noUsage')}</p>;
  const reported = new Set(usage.map(({ day }) => day));
  const bytesOf = (day: string, kind: string) =>
    reported.has(day) ? (usage.find((row) => row.day === day && row.kind === kind)?.bytes ?? 0) : null;
  const kinds = cardUsageKinds.filter((kind) => days.some((day) => (bytesOf(day, kind) ?? 0) > 0));
  return (
    <div className="card-usage">
      <Chart
        small
        bytes
        label={t('used')}
        steps={days.map(formatDayShort)}
        series={kinds.map((kind) => ({
          name: t(`kinds.${kind}`),
          values: days.map((day) => bytesOf(day, kind)),
          look: 'bar',
          tone: tones[kind],
          stacked: true,
        }))}
        format={formatBytes}
      />
    </div>
  );
}

/** The last 30 days up to the last reported one, including those without a report. */
function lastDays(usage: readonly CardUsageDay[]): string[] {
  const reported = usage.map(({ day }) => day).toSorted();
  const last = reported.at(-1);
  if (!last) return [];
  const days = Array.from({ length: maxDays }, (_, index) => addDays(last, index + 1 - maxDays));
  return days.slice(Math.max(0, days.indexOf(reported[0]!)));
}
