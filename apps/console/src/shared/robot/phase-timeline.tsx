import { useId } from 'react';
import { formatDuration } from '../../kit/format/format.ts';
import { useWords } from '../words/use-words.ts';
import { phaseTicks, phaseTone, spansOf, totalsOf, type PhaseStart } from './phase-spans.ts';
import './phase-timeline.css';

interface Props {
  /** The caption of the chart: "Where did the time go?" */
  question: string;
  phases: readonly PhaseStart[];
  /** End of the run, or now. */
  end: string;
  /** The position of a replay, in milliseconds since the first phase. */
  cursor?: number;
}

/** The phases of a run on a time axis, with the total duration of each. */
export function PhaseTimeline({ question, phases, end, cursor }: Props) {
  const { word } = useWords();
  const titleId = useId();
  const spans = spansOf(phases, end);
  const first = spans[0];
  if (!first) return null;
  const whole = Math.max(1, spans.at(-1)!.to - first.from);
  const share = (ms: number) => `${(100 * (ms - first.from)) / whole}%`;
  return (
    <figure className="sl-phases" aria-labelledby={titleId}>
      <figcaption id={titleId}>{question}</figcaption>
      <div className="sl-phases-bar" aria-hidden="true">
        {spans.map(({ phase, from, to }) => (
          <i
            key={from}
            className={`sl-phase sl-phase-${phaseTone(phase)} ${phase === 'CLEANING' ? '' : 'sl-phase-light'}`}
            style={{ insetInlineStart: share(from), inlineSize: `${(100 * (to - from)) / whole}%` }}
            title={`${word('phase', phase)} · ${formatDuration((to - from) / 1000)}`}
          />
        ))}
        {cursor !== undefined && <b style={{ insetInlineStart: share(first.from + cursor) }} />}
      </div>
      <div className="sl-phases-axis" aria-hidden="true">
        {phaseTicks(first.from, whole).map(({ ms, text }) => (
          <span key={ms} style={{ insetInlineStart: share(ms) }}>
            {text}
          </span>
        ))}
      </div>
      <ul className="sl-phases-legend">
        {totalsOf(spans).map(({ phase, seconds }) => (
          <li key={phase}>
            <i
              className={`sl-phase sl-phase-${phaseTone(phase)} ${phase === 'CLEANING' ? '' : 'sl-phase-light'}`}
            />
            {word('phase', phase)} <span>{formatDuration(seconds)}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
