import { boxAround, boxesJoined, boxOfShape, placesOf, type Editor, type Point } from '@sweepline/map-core';

/** New points over the outlines of existing elements, so that a wrong position is visible at once. */
export function PointsPreview({
  editor,
  points,
}: {
  editor: Editor;
  points: readonly (Point & { id: string })[];
}) {
  const { map } = editor.settings;
  const existingBoxes = [...editor.shapes.values()].map(boxOfShape);
  const boxes = [...(map ? [map] : existingBoxes), ...(points.length > 0 ? [boxAround(points)] : [])];
  // Without a map, an element or a point there is nothing to show.
  if (boxes.length === 0) return null;
  const { minX, minY, maxX, maxY } = boxesJoined(boxes);
  const [width, height] = [maxX - minX, maxY - minY];
  const dot = Math.max(width, height) / 90;
  const zones = [...editor.shapes.values()].filter(({ kind }) => kind === 'zone');
  const d = zones
    .map(
      (zone) =>
        `M${placesOf(zone)
          .map(({ x, y }) => `${x} ${-y}`)
          .join('L')}Z`,
    )
    .join('');
  return (
    <svg
      className="maps-lif-preview"
      viewBox={`${minX - dot} ${-maxY - dot} ${width + 2 * dot} ${height + 2 * dot}`}
      aria-hidden="true"
    >
      {map && <rect x={map.minX} y={-map.maxY} width={map.maxX - map.minX} height={map.maxY - map.minY} />}
      <path d={d} />
      {points.map(({ id, x, y }) => (
        <circle key={id} cx={x} cy={-y} r={dot} />
      ))}
    </svg>
  );
}
