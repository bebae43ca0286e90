import type { BoardZone } from '@sweepline/contract';
import { boxAround, boxGrown } from '@sweepline/map-core';
import { zoneLooks } from './zone-looks.ts';

const marginM = 1.5;

/** Small picture of the zones of a map in the colours of their states. The rows beside it hold the text. */
export function ZoneFigure({ zones, chosen }: { zones: readonly BoardZone[]; chosen?: string | undefined }) {
  const box = boxGrown(boxAround(zones.flatMap(({ points }) => points)), marginM);
  const [width, height] = [box.maxX - box.minX, box.maxY - box.minY];
  return (
    <svg
      className="zones-figure"
      viewBox={`${box.minX} ${-box.maxY} ${width} ${height}`}
      preserveAspectRatio="xMidYMid meet"
      aria-hidden="true"
    >
      {zones.map(({ id, points, state }) => (
        <polygon
          key={id}
          className={id === chosen ? 'zones-figure-chosen' : undefined}
          points={points.map(({ x, y }) => `${x},${-y}`).join(' ')}
          style={{ color: `var(--sl-${zoneLooks[state].tone})` }}
        />
      ))}
    </svg>
  );
}
