import { useId } from 'react';
import { StateBand, StateTotals, TimeTicks } from '../../kit/chart/state-band.tsx';
import { useWords } from '../words/use-words.ts';
import { phaseLook, phaseTicks, spansOf, totalsOf, type PhaseStart } from './phase-spans.ts';
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
  const range = { from: first.from, to: Math.max(first.from + 1, spans.at(-1)!.to) };
  return (
    <figure className="sl-phases" aria-labelledby={titleId}>
      <figcaption id={titleId}>{question}</figcaption>
      <StateBand
        {...range}
        spans={spans.map(({ phase, from, to }) => ({
          ...phaseLook(phase),
          from,
          to,
          text: word('phase', phase),
        }))}
        mark={cursor === undefined ? undefined : first.from + cursor}
      />
      <TimeTicks {...range} ticks={phaseTicks(first.from, range.to - first.from)} />
      <StateTotals
        totals={totalsOf(spans).map(({ phase, seconds }) => ({
          ...phaseLook(phase),
          key: phase,
          text: word('phase', phase),
          seconds,
        }))}
      />
    </figure>
  );
}
