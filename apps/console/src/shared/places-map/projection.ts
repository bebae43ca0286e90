import { geoEqualEarth, geoMercator, type GeoGeometryObjects, type GeoProjection } from 'd3-geo';

export interface Spot {
  latitude: number;
  longitude: number;
}

export interface Size {
  width: number;
  height: number;
}

/** The western end and the width in degrees of the shortest arc that contains all longitudes. */
export function longitudeArc(longitudes: readonly number[]): { west: number; degrees: number } {
  const sorted = longitudes.toSorted((a, b) => a - b);
  const [first = 0] = sorted;
  let [west, widest] = [first, -1];
  sorted.forEach((longitude, n) => {
    const next = sorted[n + 1] ?? first + 360;
    if (next - longitude <= widest) return;
    [west, widest] = [next > 180 ? next - 360 : next, next - longitude];
  });
  return { west, degrees: sorted.length === 0 ? 360 : Math.max(0, 360 - widest) };
}

/** Wider than this, a cylindrical map would mostly show the far north. */
const worldFrom = 110;
/** A single town still shows the coast around it. */
export const overviewDegrees = 6;
/** Places of an opened cluster are kilometres apart, or less. */
export const openedDegrees = 0.02;
const mercatorLimit = 80;
/** Free room around the places, as a part of the shorter side. */
const margin = 0.12;

/** From Tierra del Fuego to Greenland: the ice in the south has no robots and would take a quarter of the picture. */
const inhabited: GeoGeometryObjects = {
  type: 'MultiPoint',
  // At every degree, so that it is as wide however the map is turned.
  coordinates: Array.from({ length: 360 }, (_, degree) => degree - 180).flatMap((longitude) => [
    [longitude, -56],
    [longitude, 0],
    [longitude, 78],
  ]),
};
const worldExtent = ({ width, height }: Size): [[number, number], [number, number]] => [
  [0, height * 0.03],
  [width, height * 0.97],
];

/** A projection that shows all spots, turned so that no map edge runs between them. */
export function projectionFor(
  spots: readonly Spot[],
  { width, height }: Size,
  minDegrees = overviewDegrees,
): GeoProjection {
  const { west, degrees } = longitudeArc(spots.map(({ longitude }) => longitude));
  const centre = west + degrees / 2;
  const room = Math.min(width, height) * margin;
  const extent: [[number, number], [number, number]] = [
    [room, room],
    [Math.max(room + 1, width - room), Math.max(room + 1, height - room)],
  ];
  if (spots.length === 0 || degrees > worldFrom)
    return geoEqualEarth()
      .rotate([spots.length === 0 ? -11 : -centre, 0])
      .fitExtent(worldExtent({ width, height }), inhabited);
  const latitudes = spots.map(({ latitude }) => latitude);
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const half = Math.max(minDegrees, degrees, north - south) / 2;
  const middle = (south + north) / 2;
  const within = (latitude: number) => Math.max(-mercatorLimit, Math.min(mercatorLimit, latitude));
  return geoMercator()
    .rotate([-centre, 0])
    .fitExtent(extent, {
      type: 'MultiPoint',
      coordinates: [
        [centre - Math.max(degrees / 2, minDegrees / 2), within(middle - half)],
        [centre + Math.max(degrees / 2, minDegrees / 2), within(middle + half)],
        ...spots.map(({ longitude, latitude }): [number, number] => [longitude, within(latitude)]),
      ],
    })
    .clipExtent([
      [0, 0],
      [width, height],
    ]);
}

/** Whether a projection needs the finer outlines. */
export const isNear = (spots: readonly Spot[]) =>
  spots.length > 0 && longitudeArc(spots.map(({ longitude }) => longitude)).degrees <= worldFrom / 2;
