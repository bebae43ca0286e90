import type { Tone } from '../ui/theme.ts';
import './small-charts.css';
import './lane-bars.css';

interface LaneBar {
  key: string;
  /** Milliseconds since 1970; null: until the end of the lane. */
  from: number;
  to: number | null;
  tone: Tone;
  text?: string;
}

interface Props {
  /** Milliseconds since 1970. */
  from: number;
  to: number;
  bars: readonly LaneBar[];
  /** `block`: with their texts. `line`: a mark at the beginning and a line until the end. `mark`: the beginning only. */
  look: 'block' | 'line' | 'mark';
}

/** Events over time as bars that may overlap, in a lane of a time axis. The words are beside it. */
export function LaneBars({ from, to, bars, look }: Props) {
  const shareOf = (ms: number) => (100 * (Math.min(to, Math.max(from, ms)) - from)) / Math.max(1, to - from);
  return (
    <div className="sl-lane" data-look={look} aria-hidden="true">
      {bars.map((bar) => {
        const start = shareOf(bar.from);
        const size = look === 'mark' ? 0 : shareOf(bar.to ?? to) - start;
        return (
          <i
            key={bar.key}
            data-tone={bar.tone}
            // A bar that began before the lane has no beginning in it.
            data-cut={bar.from < from}
            style={{ insetInlineStart: `${start}%`, inlineSize: `${size}%` }}
          >
            {bar.text}
          </i>
        );
      })}
    </div>
  );
}
