import type { Geometry, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';

export type Land = Polygon;
type Topology = Parameters<typeof feature>[0];

const outlines = {
  coarse: () => import('world-atlas/land-110m.json'),
  fine: () => import('world-atlas/land-50m.json'),
};
export type Detail = keyof typeof outlines;

const maxSouth = -60;
/** Land south of all robots would take a quarter of the picture. */
const isInhabited = (rings: Position[][]) =>
  rings[0]?.some(([, latitude = 0]) => latitude > maxSouth) ?? false;

function polygonsOf(geometry: Geometry): Land[] {
  if (geometry.type !== 'MultiPolygon') return geometry.type === 'Polygon' ? [geometry] : [];
  return geometry.coordinates.filter(isInhabited).map((coordinates) => ({ type: 'Polygon', coordinates }));
}

const loaded = new Map<Detail, Promise<Land[]>>();

/** The outlines of the land, without borders. Each detail is a file of its own, loaded once and after the first paint. */
export function loadLand(detail: Detail): Promise<Land[]> {
  const earlier = loaded.get(detail);
  if (earlier) return earlier;
  const land = outlines[detail]().then((file) => {
    // The file of `world-atlas` is JSON without types.
    const topology = file.default as unknown as Topology;
    const { land: outline } = topology.objects;
    const shape = outline ? feature(topology, outline) : { type: 'FeatureCollection' as const, features: [] };
    const features = 'features' in shape ? shape.features : [shape];
    return features.flatMap(({ geometry }) => polygonsOf(geometry));
  });
  // After a failure the next map tries again.
  land.catch(() => loaded.delete(detail));
  loaded.set(detail, land);
  return land;
}
