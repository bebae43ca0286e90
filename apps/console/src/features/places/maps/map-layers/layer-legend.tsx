import type { MapLayerName } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { css } from '../../../../map-view/paint/colours.ts';
import type { LayerStep } from './layer-colours.ts';

/** The meaning of a layer's colours, with their unit. */
export function LayerLegend({ layer, steps }: { layer: MapLayerName; steps: readonly LayerStep[] }) {
  const { t } = useTranslation('places/maps');
  return (
    <div className="sl-map-panel maps-legend" role="group" aria-label={t('layers.legend')}>
      <strong>{t(`layers.units.${layer}`)}</strong>
      <dl>
        {steps.map(({ from, colour, text }) => (
          <div key={from}>
            <dt style={{ background: css(colour) }} />
            <dd>{text || t('layers.never')}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
