import type { HistorySpan } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../kit/format/format.ts';
import { deviceMark } from '../../shared/words/marks.ts';
import { useWords } from '../../shared/words/use-words.ts';
import { Strip, type Frame } from './frame.tsx';

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
  return (
    <>
      <Strip {...frame} title={t(kind)}>
        <div className="dh-band">
          {cut.map(({ value, from, to }) => (
            <i
              key={from}
              className={`dh-tone-${toneOf(kind, value)}`}
              title={name(value)}
              style={{
                insetInlineStart: `${((from - start) / (end - start)) * 100}%`,
                inlineSize: `${((to - from) / (end - start)) * 100}%`,
              }}
            />
          ))}
        </div>
      </Strip>
      <ul className="dh-totals">
        {[...totals]
          .toSorted(([, a], [, b]) => b - a)
          .slice(0, 6)
          .map(([value, seconds]) => (
            <li key={value}>
              <i className={`dh-tone-${toneOf(kind, value)}`} />
              {name(value)} <small>{formatDuration(seconds)}</small>
            </li>
          ))}
      </ul>
    </>
  );
}

/** A robot at rest has tones of its own: in a band its states have neither word nor glyph. */
const restTones: Record<string, string> = { STANDBY: 'idle', CHARGING: 'charging', SLEEP: 'quiet' };

const toneOf = (kind: Props['kind'], value: string) =>
  kind === 'connection'
    ? ({ ONLINE: 'working', SLEEP: 'waiting' }[value] ?? 'quiet')
    : (restTones[value] ?? deviceMark({ state: 'ONLINE', mode: value, paused: false, alarmLevel: 0 }).tone);
