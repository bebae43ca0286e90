/** Degrees, north and east positive. */
interface Place {
  latitude: number;
  longitude: number;
}

/** Mean radius of the earth (IUGG 1980). */
const earthRadiusM = 6_371_008.8;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Metres between two places along a great circle, by the haversine formula: within 0.6 % of the ellipsoid. */
export function metresBetween(a: Place, b: Place): number {
  const halfLatitude = radians(b.latitude - a.latitude) / 2;
  const halfLongitude = radians(b.longitude - a.longitude) / 2;
  const chord =
    Math.sin(halfLatitude) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(halfLongitude) ** 2;
  return 2 * earthRadiusM * Math.asin(Math.min(1, Math.sqrt(chord)));
}
