import { useRef, type KeyboardEvent } from 'react';
import { unknown } from '../format/format.ts';
import type { ChartTone } from './chart.tsx';
import { ChartTip } from './chart-tip.tsx';
import { useChosenPoint } from './use-chosen-point.ts';
import './small-charts.css';

export interface StripBar {
  key: string;
  /** The moment and the value of the bar in words. */
  text: string;
  /** Stacked from the bottom; null is unknown and stays a gap. */
  parts: readonly { value: number; tone: ChartTone }[] | null;
}

interface Props {
  /** What the bars show, in words. */
  label: string;
  bars: readonly StripBar[];
  /** With it each bar that is not empty is a button. */
  onPress?: (index: number) => void;
}

const sumOf = ({ parts }: StripBar) => (parts ?? []).reduce((sum, { value }) => sum + value, 0);

/** Counts as bars without axes, for rows, cards and tiles. The highest bar is the largest count. */
export function BarStrip({ label, bars, onPress }: Props) {
  const strip = useRef<HTMLSpanElement>(null);
  const { index, choose, chooseByKey } = useChosenPoint(bars.length);
  if (bars.length === 0) return <span className="sl-unknown">{unknown}</span>;
  const max = Math.max(...bars.map(sumOf)) || 1;
  const chosen = index === null ? undefined : bars[index];
  const focusByKey = (event: KeyboardEvent<HTMLElement>) => {
    const next = event.currentTarget.children[chooseByKey(event) ?? -1];
    if (next instanceof HTMLButtonElement) next.focus();
  };
  const drawn = bars.map((bar, at) => (
    <Bar
      key={bar.key}
      bar={bar}
      max={max}
      tabIndex={at === (index ?? bars.length - 1) ? 0 : -1}
      onChoose={() => choose(at)}
      {...(onPress && { onPress: () => onPress(at) })}
    />
  ));
  const events = { onBlur: () => choose(null), onPointerLeave: () => choose(null), onKeyDown: focusByKey };
  const tip = chosen && <ChartTip text={chosen.text} chart={strip} child={index ?? 0} />;
  if (onPress)
    return (
      <>
        <span ref={strip} className="sl-bar-strip" role="toolbar" aria-label={label} {...events}>
          {drawn}
        </span>
        {tip}
      </>
    );
  return (
    <>
      <span
        {...events}
        ref={strip}
        className="sl-bar-strip"
        role="img"
        aria-label={label}
        tabIndex={0}
        onFocus={() => choose(bars.length - 1)}
      >
        {drawn}
      </span>
      {tip}
      <span className="sl-sr-only" aria-live="polite">
        {chosen?.text}
      </span>
    </>
  );
}

interface BarProps {
  bar: StripBar;
  max: number;
  tabIndex: number;
  onChoose: () => void;
  onPress?: () => void;
}

function Bar({ bar, max, tabIndex, onChoose, onPress }: BarProps) {
  const className = bar.parts ? 'sl-bar' : 'sl-bar sl-bar-unknown';
  const parts = bar.parts?.map(
    ({ value, tone }) =>
      value > 0 && <i key={tone} data-tone={tone} style={{ blockSize: `${(100 * value) / max}%` }} />,
  );
  if (!onPress)
    return (
      <span className={className} onPointerEnter={onChoose}>
        {parts}
      </span>
    );
  // Not `disabled`: the value of an empty bar is shown on hover and focus too.
  const empty = sumOf(bar) === 0;
  return (
    <button
      type="button"
      className={className}
      aria-label={bar.text}
      aria-disabled={empty}
      tabIndex={tabIndex}
      onPointerEnter={onChoose}
      onFocus={onChoose}
      onClick={empty ? undefined : onPress}
    >
      {parts}
    </button>
  );
}
