import { boxesJoined, boxOfShape, placesOf, type Shape } from '@sweepline/map-core';

const [width, height, air] = [220, 110, 10];

/** A small outline of one element at a common scale, so that two pictures can be compared. */
export function EditorOutline({ shape, around }: { shape: Shape | undefined; around: readonly Shape[] }) {
  const { minX, minY, maxX, maxY } = boxesJoined(around.map(boxOfShape));
  const scale = Math.min(
    (width - 2 * air) / Math.max(0.1, maxX - minX),
    (height - 2 * air) / Math.max(0.1, maxY - minY),
  );
  const [midX, midY] = [(minX + maxX) / 2, (minY + maxY) / 2];
  const places = (one: Shape) =>
    placesOf(one).map(
      ({ x, y }) => [width / 2 + (x - midX) * scale, height / 2 - (y - midY) * scale] as const,
    );
  const path = (one: Shape) => `M${places(one).join('L')}${one.kind === 'zone' ? 'Z' : ''}`;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className="maps-outline" aria-hidden="true">
      {/* The other elements are drawn faintly, for orientation. */}
      <path d={around.map(path).join('')} className="maps-outline-other" />
      {shape &&
        (shape.kind === 'point' ? (
          <circle cx={places(shape)[0]![0]} cy={places(shape)[0]![1]} r={5} />
        ) : (
          <path d={path(shape)} data-closed={shape.kind === 'zone' || undefined} />
        ))}
    </svg>
  );
}
