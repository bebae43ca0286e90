import type { Point } from '@sweepline/map-core';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../../kit/format/lang.ts';
import { createSource } from '../../kit/store.ts';
import type { Stage } from '../stage.ts';
import { scaleBar } from '../canvas/view.ts';

interface Props {
  stage: Stage;
  /** The text of a layer over the floor at a place. */
  textAt?: (place: Point) => string;
}

/** The scale bar, and the place under the pointer in metres of the map frame. */
export function MapReadout({ stage, textAt }: Props) {
  const { t } = useTranslation('map-view');
  const { camera } = stage;
  const scale = useMemo(
    () =>
      createSource(
        () => camera.view.scale,
        (changed) => camera.listen(changed),
      ),
    [camera],
  );
  const { metres, px } = scaleBar(scale.use(), 100);
  const coordinates = useRef<HTMLSpanElement>(null);
  // Written without React: it changes with every pointer move.
  useEffect(() => {
    const number = new Intl.NumberFormat(currentLocale(), {
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    });
    return stage.onPointer((place) => {
      const layerText = (place && textAt?.(place)) ?? '';
      const where = place ? `${number.format(place.x)} · ${number.format(place.y)}` : '';
      const text = layerText === '' ? where : `${where} — ${layerText}`;
      if (coordinates.current) coordinates.current.textContent = text;
    });
  }, [stage, textAt]);
  return (
    <div className="sl-map-readout">
      <span className="sl-map-scale" style={{ width: px }}>
        {new Intl.NumberFormat(currentLocale(), {
          style: 'unit',
          unit: 'meter',
          maximumFractionDigits: 2,
        }).format(metres)}
      </span>
      <span ref={coordinates} className="sl-map-place" title={t('place')} aria-hidden="true" />
    </div>
  );
}
