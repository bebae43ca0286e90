import type { HistorySpan } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { StateBand, StateTotals, type BandLook, type BandTone } from '../../kit/chart/state-band.tsx';
import { deviceMark } from '../../shared/words/marks.ts';
import { useWords } from '../../shared/words/use-words.ts';
import { Strip, type Frame } from './frame.tsx';

const maxTotals = 6;

interface Props extends Frame {
  kind: 'modes' | 'connection';
  spans: readonly HistorySpan[];
}

/** Modes or connection states as a band, with the total duration of each below. */
export function SpanBar({ kind, spans, ...frame }: Props) {
  const { t } = useTranslation('device-history');
  const { word } = useWords();
  const { start, end } = frame;
  const cut = spans
    .map(({ from, to, value }) => ({
      value,
      from: Math.max(start, Date.parse(from)),
      to: Math.min(end, to === null ? end : Date.parse(to)),
    }))
    .filter(({ from, to, value }) => to > from && value !== '');
  const totals = new Map<string, number>();
  for (const { value, from, to } of cut) totals.set(value, (totals.get(value) ?? 0) + (to - from) / 1000);
  const name = (value: string) => (kind === 'modes' ? word('mode', value) : word('connection', value));
  const longest = [...totals].toSorted(([, a], [, b]) => b - a).map(([value]) => value);
  const looks = looksOf(kind, longest);
  const look = (value: string) => looks.get(value) ?? { tone: 'quiet' as const };
  return (
    <>
      <Strip {...frame} title={t(kind)}>
        <StateBand
          from={start}
          to={end}
          spans={cut.map((span) => ({
            ...look(span.value),
            from: span.from,
            to: span.to,
            text: name(span.value),
          }))}
        />
      </Strip>
      <StateTotals
        totals={longest.slice(0, maxTotals).map((value) => ({
          ...look(value),
          key: value,
          text: name(value),
          seconds: totals.get(value) ?? 0,
        }))}
      />
    </>
  );
}

/** States of one tone differ by their shade, the longest one in the full colour. */
function looksOf(kind: Props['kind'], longest: readonly string[]): Map<string, BandLook> {
  const counts = new Map<BandTone, number>();
  return new Map(
    longest.map((value) => {
      const tone = toneOf(kind, value);
      const count = counts.get(tone) ?? 0;
      counts.set(tone, count + 1);
      return [value, { tone, shade: count === 0 ? 0 : count === 1 ? 1 : 2 }] as const;
    }),
  );
}

/** A robot at rest has tones of its own. */
const restTones: Record<string, BandTone> = { STANDBY: 'idle', CHARGING: 'charging', SLEEP: 'quiet' };

const connectionTones: Record<string, BandTone> = { ONLINE: 'working', SLEEP: 'waiting' };

const toneOf = (kind: Props['kind'], value: string): BandTone =>
  kind === 'connection'
    ? (connectionTones[value] ?? 'quiet')
    : (restTones[value] ?? deviceMark({ state: 'ONLINE', mode: value, paused: false, alarmLevel: 0 }).tone);
