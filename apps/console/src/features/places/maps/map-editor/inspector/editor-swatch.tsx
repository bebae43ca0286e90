import type { LayerName, ZoneType } from '@sweepline/map-core';
import { Icon } from '../../../../../kit/ui/icon.tsx';
import type { IconName } from '../../../../../kit/ui/icons.ts';
import { ZoneSwatch } from './zone-swatch.tsx';

const signs: Record<Exclude<LayerName, ZoneType>, { icon: IconName; tone: string }> = {
  wall: { icon: 'wall', tone: 'fault' },
  segment: { icon: 'segment', tone: 'brand' },
  slope: { icon: 'slope', tone: 'moving' },
  bump: { icon: 'bump', tone: 'waiting' },
  point: { icon: 'pin', tone: 'ink-2' },
};

/** A sample of the layer's style on the map. */
export function EditorSwatch({ layer }: { layer: LayerName }) {
  const sign = layer in signs ? signs[layer as keyof typeof signs] : undefined;
  if (!sign) return <ZoneSwatch type={layer as ZoneType} />;
  return (
    <i aria-hidden="true" className="maps-layer-sign" style={{ color: `var(--sl-${sign.tone})` }}>
      <Icon name={sign.icon} size={18} />
    </i>
  );
}
