import type { ReactNode } from 'react';
import { formatDuration } from '../format/format.ts';
import type { Tone } from '../ui/theme.ts';
import './state-band.css';

/** The tones of states, and two of a robot at rest: in a band its states have neither word nor glyph. */
export type BandTone = Tone | 'idle' | 'charging';

export interface BandLook {
  tone: BandTone;
  /** Tells states of one tone apart: 0 is the full colour, 1 and 2 are lighter. */
  shade?: 0 | 1 | 2;
}

interface BandSpan extends BandLook {
  /** Milliseconds since 1970. */
  from: number;
  to: number;
  /** The state in words. */
  text: string;
}

export interface BandTotal extends BandLook {
  key: string;
  text: string;
  seconds: number;
}

interface Range {
  /** Milliseconds since 1970. */
  from: number;
  to: number;
}

const shareOf = ({ from, to }: Range, ms: number) =>
  `${Math.min(100, Math.max(0, (100 * (ms - from)) / Math.max(1, to - from)))}%`;

interface BandProps extends Range {
  spans: readonly BandSpan[];
  /** A moment to mark, in milliseconds since 1970. */
  mark?: number | undefined;
  /** Beside a slider or a chart. */
  thin?: boolean;
}

/** States over time as a band of colours. The words are in the tooltips and in the totals beside it. */
export function StateBand({ spans, mark, thin = false, ...range }: BandProps) {
  return (
    <div className={thin ? 'sl-band sl-band-thin' : 'sl-band'} aria-hidden="true">
      {spans.map(({ from, to, text, tone, shade = 0 }) => (
        <i
          key={from}
          data-tone={tone}
          data-shade={shade}
          title={`${text} · ${formatDuration((to - from) / 1000)}`}
          style={{
            insetInlineStart: shareOf(range, from),
            inlineSize: shareOf(range, range.from + (to - from)),
          }}
        />
      ))}
      {mark !== undefined && <b style={{ insetInlineStart: shareOf(range, mark) }} />}
    </div>
  );
}

/** The states of a band with their total durations: its legend. */
export const StateTotals = ({ totals }: { totals: readonly BandTotal[] }) => (
  <ul className="sl-band-totals">
    {totals.map(({ key, text, seconds, tone, shade = 0 }) => (
      <li key={key}>
        <i data-tone={tone} data-shade={shade} />
        {text} <small>{formatDuration(seconds)}</small>
      </li>
    ))}
  </ul>
);

interface AxisProps extends Range {
  ticks: readonly { ms: number; text: ReactNode }[];
}

/** Moments below a band or a chart of the same range. */
export const TimeTicks = ({ ticks, ...range }: AxisProps) => (
  <div className="sl-time-ticks" aria-hidden="true">
    {ticks.map(({ ms, text }) => (
      <span key={ms} style={{ insetInlineStart: shareOf(range, ms) }}>
        {text}
      </span>
    ))}
  </div>
);
