import type { HistorySpan } from '@sweepline/contract';
import type { BandLook, BandTone } from '../../kit/chart/state-band.tsx';
import { deviceMark } from '../words/marks.ts';

export type SpanKind = 'modes' | 'connection';

export interface CutSpan {
  value: string;
  /** Milliseconds since 1970. */
  from: number;
  to: number;
}

/** The parts of spans inside a period. A span without an end goes on until its end. */
export const cutSpans = (spans: readonly HistorySpan[], start: number, end: number): CutSpan[] =>
  spans
    .map(({ from, to, value }) => ({
      value,
      from: Math.max(start, Date.parse(from)),
      to: Math.min(end, to === null ? end : Date.parse(to)),
    }))
    .filter(({ from, to, value }) => to > from && value !== '');

/** The values and their total durations in seconds, the longest first. */
export function spanTotals(spans: readonly CutSpan[]): Map<string, number> {
  const totals = new Map<string, number>();
  for (const { value, from, to } of spans) totals.set(value, (totals.get(value) ?? 0) + (to - from) / 1000);
  return new Map([...totals].toSorted(([, a], [, b]) => b - a));
}

/** States of one tone differ by their shade, the longest one in the full colour. */
export function looksOf(kind: SpanKind, longest: readonly string[]): Map<string, BandLook> {
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

const toneOf = (kind: SpanKind, value: string): BandTone =>
  kind === 'connection'
    ? (connectionTones[value] ?? 'quiet')
    : (restTones[value] ?? deviceMark({ state: 'ONLINE', mode: value, paused: false, alarmLevel: 0 }).tone);
