import type { HistorySpan } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { StateBand, StateTotals } from '../../../kit/chart/state-band.tsx';
import { cutSpans, looksOf, spanTotals, type SpanKind } from '../../../shared/timeline/span-looks.ts';
import { useWords } from '../../../shared/words/use-words.ts';
import { Strip, type Frame } from './frame.tsx';

const maxTotals = 6;

interface Props extends Frame {
  kind: SpanKind;
  spans: readonly HistorySpan[];
}

/** Modes or connection states as a band, with the total duration of each below. */
export function SpanBar({ kind, spans, ...frame }: Props) {
  const { t } = useTranslation('devices/history');
  const { word } = useWords();
  const { start, end } = frame;
  const cut = cutSpans(spans, start, end);
  const totals = spanTotals(cut);
  const name = (value: string) => (kind === 'modes' ? word('mode', value) : word('connection', value));
  const longest = [...totals.keys()];
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
