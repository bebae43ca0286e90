import type { ZoneType } from '@sweepline/map-core';
import { zoneStyles } from '../../../../../map-view/paint/zone-styles.ts';

/** A patch in the colour and outline a type of zone has on the map. */
export function ZoneSwatch({ type }: { type: ZoneType }) {
  const { tone, dash, filling } = zoneStyles[type];
  return (
    <i
      aria-hidden="true"
      className={`maps-swatch maps-swatch-${filling}`}
      style={{ color: `var(--sl-${tone})`, borderStyle: dash.length > 0 ? 'dashed' : 'solid' }}
    />
  );
}
