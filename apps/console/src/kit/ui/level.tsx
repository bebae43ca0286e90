import { formatPercent } from '../format/format.ts';
import type { Tone } from './theme.ts';
import './level.css';

interface Props {
  /** Percent, 0–100; null is unknown. */
  value: number | null | undefined;
  tone?: Tone;
  /** The measured quantity, for screen readers. */
  label: string;
}

/** A level as a bar with its number: battery, tanks, progress. */
export function Level({ value, tone = 'working', label }: Props) {
  if (value === null || value === undefined) return <span className="sl-unknown">—</span>;
  return (
    <span className={`sl-level sl-level-${tone}`} role="img" aria-label={`${label} ${formatPercent(value)}`}>
      <i>
        <b style={{ inlineSize: `${Math.min(100, Math.max(0, value))}%` }} />
      </i>
      {formatPercent(value)}
    </span>
  );
}
