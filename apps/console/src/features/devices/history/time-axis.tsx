import { TimeTicks } from '../../../kit/chart/state-band.tsx';
import { formatDate, formatTime } from '../../../kit/format/format.ts';
import { phaseTicks } from '../../../shared/robot/phase-spans.ts';

const dayMs = 86_400_000;
const maxTicks = 6;

/** Times of day for spans up to three days, dates for longer ones. */
export function TimeAxis({ start, end }: { start: number; end: number }) {
  const whole = end - start;
  const days = Math.round(whole / dayMs);
  const every = Math.ceil(days / maxTicks) * dayMs;
  const ticks =
    days <= 1
      ? phaseTicks(start, whole)
      : Array.from({ length: Math.floor(whole / every) }, (_, n) => start + n * every).map((ms) => ({
          ms,
          text: (days <= 3 ? formatTime : formatDate)(new Date(ms).toISOString()),
        }));
  return <TimeTicks from={start} to={end} ticks={ticks} />;
}
