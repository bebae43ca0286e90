import type { commandCalls, Output } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { BarStrip } from '../../../kit/chart/bar-strip.tsx';
import { formatClock, formatNumber } from '../../../kit/format/format.ts';
import { useNow } from '../../../kit/format/use-now.ts';

type Bar = Output<typeof commandCalls.figures>['bars'][number];

interface Props {
  bars: readonly Bar[];
  onHour: (filters: { from: string; to: string }) => void;
}

const hourMs = 3_600_000;
const kinds = ['succeeded', 'other', 'failed'] as const;
const tones = { succeeded: 'working', other: 'quiet', failed: 'fault' } as const;

/** The last 24 hours including empty ones, oldest first. The server aligns the hours to the user's time zone. */
export function hoursOf(bars: readonly Bar[], now: number): Bar[] {
  const offset = bars[0] ? Date.parse(bars[0].at) % hourMs : 0;
  const last = Math.floor((now - offset) / hourMs) * hourMs + offset;
  const barsByHour = new Map(bars.map((bar) => [Date.parse(bar.at), bar]));
  return Array.from({ length: 24 }, (_, index) => {
    const ms = last - (23 - index) * hourMs;
    return barsByHour.get(ms) ?? { at: new Date(ms).toISOString(), succeeded: 0, failed: 0, other: 0 };
  });
}

/** The results of the commands per hour. A click on a bar filters by its hour. */
export function CommandHours({ bars, onHour }: Props) {
  const { t } = useTranslation('devices/commands');
  const now = useNow();
  const hours = hoursOf(bars, now);
  const wordOf = (bar: Bar) =>
    t('hour', {
      from: formatClock(bar.at),
      to: formatClock(Date.parse(bar.at) + hourMs),
      succeeded: formatNumber(bar.succeeded),
      failed: formatNumber(bar.failed),
      other: formatNumber(bar.other),
    });
  return (
    <figure className="commands-hours">
      <figcaption>{t('hours')}</figcaption>
      <BarStrip
        label={t('hours')}
        bars={hours.map((bar) => ({
          key: bar.at,
          text: wordOf(bar),
          parts: kinds.map((kind) => ({ value: bar[kind], tone: tones[kind] })),
        }))}
        onPress={(index) => {
          const { at } = hours[index]!;
          onHour({ from: at, to: new Date(Date.parse(at) + hourMs - 1).toISOString() });
        }}
      />
      <p>
        <span>{formatClock(hours[0]?.at ?? now)}</span>
        <span>{formatClock(hours[12]?.at ?? now)}</span>
        <span>{formatClock(now)}</span>
      </p>
    </figure>
  );
}
