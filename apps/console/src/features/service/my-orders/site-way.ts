import type { Site } from '@sweepline/contract';

type Place = Pick<Site, 'name' | 'address' | 'latitude' | 'longitude'>;

/**
 * The address of the place in a map: in the app of the phone where it has one, else at OpenStreetMap. The console itself asks no map
 * service. Undefined without a position and an address.
 */
export function wayTo({ name, address, latitude, longitude }: Place, isAndroid: boolean): string | undefined {
  if (latitude !== null && longitude !== null) {
    const point = `${latitude},${longitude}`;
    // The label of the pin is in parentheses.
    const label = encodeURIComponent(name.replaceAll(/[()]/g, ' ').trim());
    return isAndroid
      ? `geo:${point}?q=${point}(${label})`
      : `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
  }
  if (!address) return undefined;
  const query = encodeURIComponent(address);
  return isAndroid ? `geo:0,0?q=${query}` : `https://www.openstreetmap.org/search?query=${query}`;
}
