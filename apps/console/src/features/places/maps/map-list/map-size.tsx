import type { MapGround } from '@sweepline/contract';
import { Figure } from '../../../../kit/ui/figure.tsx';
import { formatMetres, formatNumber } from '../../../../kit/format/format.ts';

interface Props {
  ground: MapGround;
  formula?: string;
}

/** The width and height of a map, rounded to ten centimetres: finer figures mean nothing for a floor. */
export const MapSize = ({ ground: { width, height, resolution }, formula }: Props) => (
  <span className="sl-figure" title={formula}>
    {formatNumber(width * resolution, 1)} ×{' '}
    <Figure value={formatMetres(Math.round(height * resolution * 10) / 10)} />
  </span>
);
