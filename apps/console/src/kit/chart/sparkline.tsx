import { useMemo, useRef, type PointerEvent } from 'react';
import { unknown } from '../format/format.ts';
import type { ChartTone } from './chart.tsx';
import { ChartTip } from './chart-tip.tsx';
import { linesOf, pathOf, type SparkPoint } from './spark-path.ts';
import { useChosenPoint } from './use-chosen-point.ts';
import './small-charts.css';

interface Props {
  /** What the line shows, in words. Without it the line is decoration of a part that has a label and keys. */
  label?: string;
  points: readonly SparkPoint[];
  /** The moment and the value of a point in words; an unknown value is "—". */
  textOf?: (point: SparkPoint) => string;
  /** The time shown; without it that of the points. */
  span?: readonly [from: number, to: number];
  /** The values shown; without it those of the points. */
  range?: readonly [min: number, max: number];
  /** A longer silence between two points is a gap. */
  maxGap?: number;
  /** Values with a hairline. */
  rules?: readonly number[];
  /** A moment to mark, as in a replay. */
  cursor?: number | undefined;
  tone?: ChartTone;
  filled?: boolean;
}

const [width, height] = [1000, 100];

/** Edges of the values: given, or those of the known points. */
function edges(given: Props['span'], values: readonly number[]): readonly [from: number, size: number] {
  const [from, to] = given ?? [Math.min(...values), Math.max(...values)];
  return [from, to - from || 1];
}

/** A value over time as a line without axes, for cards, tiles and strips that share a time axis. */
export function Sparkline({ label, points, textOf, span, range, maxGap, cursor, ...look }: Props) {
  const box = useRef<HTMLSpanElement>(null);
  const { index, choose, chooseByKey } = useChosenPoint(points.length);
  const known = points.flatMap(({ value }) => value ?? []);
  const [from, whole] = edges(span, points.length > 0 ? points.map(({ at }) => at) : [0]);
  const [min, spread] = edges(range, known.length > 0 ? known : [0]);
  const shareOf = (at: number) => (at - from) / whole;
  const drawing = useMemo(() => {
    const yOf = (value: number) => height - ((value - min) / spread) * height;
    const lines = linesOf(points, maxGap).map((line) =>
      line.map(({ at, value }) => ({ x: ((at - from) / whole) * width, y: yOf(value) })),
    );
    return <Drawing lines={lines} rules={(look.rules ?? []).map(yOf)} filled={look.filled ?? false} />;
  }, [points, maxGap, from, whole, min, spread, look.rules, look.filled]);
  const marks = (
    <>
      {drawing}
      {cursor !== undefined && <b style={{ insetInlineStart: `${100 * shareOf(cursor)}%` }} />}
    </>
  );
  const frame = { className: 'sl-spark', 'data-tone': look.tone ?? 'brand' };
  if (label === undefined) return <span {...frame}>{marks}</span>;
  if (known.length === 0) return <span className="sl-unknown">{unknown}</span>;
  const chosen = index === null ? undefined : points[index];
  const chooseNearest = ({ clientX }: PointerEvent) => {
    const { left, width: px } = box.current!.getBoundingClientRect();
    const at = from + ((clientX - left) / Math.max(1, px)) * whole;
    const distances = points.map((point) => Math.abs(point.at - at));
    choose(distances.indexOf(Math.min(...distances)));
  };
  const text = chosen && textOf?.(chosen);
  const share = chosen && shareOf(chosen.at);
  return (
    <>
      <span
        {...frame}
        ref={box}
        role="img"
        aria-label={label}
        tabIndex={0}
        onFocus={() => choose(points.length - 1)}
        onBlur={() => choose(null)}
        onPointerMove={chooseNearest}
        onPointerLeave={() => choose(null)}
        onKeyDown={chooseByKey}
      >
        {marks}
        {share !== undefined && (
          <b className="sl-spark-chosen" style={{ insetInlineStart: `${100 * share}%` }} />
        )}
      </span>
      {text && share !== undefined && <ChartTip text={text} chart={box} share={share} />}
      <span className="sl-sr-only" aria-live="polite">
        {text}
      </span>
    </>
  );
}

interface DrawingProps {
  lines: readonly { x: number; y: number }[][];
  rules: readonly number[];
  filled: boolean;
}

const Drawing = ({ lines, rules, filled }: DrawingProps) => (
  <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
    {rules.map((y) => (
      <line key={y} x1={0} x2={width} y1={y} y2={y} />
    ))}
    {filled &&
      lines.map((line) => (
        <path
          key={line[0]!.x}
          className="sl-spark-area"
          d={`${pathOf(line)}L${line.at(-1)!.x} ${height}L${line[0]!.x} ${height}Z`}
        />
      ))}
    <path d={lines.map(pathOf).join('')} />
  </svg>
);
