import type { MapDetail } from '@sweepline/contract';
import { boxOfRaster, type Zone } from '@sweepline/map-core';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Figure } from '../../../../kit/ui/figure.tsx';
import { formatArea, formatNumber } from '../../../../kit/format/format.ts';
import { keyboardScroll } from '../../../../kit/list/keyboard-scroll.ts';
import { MapTabs } from '../../../../map-view/controls/map-tabs.tsx';
import { MapDeviceList } from './map-device-list.tsx';
import { LastChange } from '../map-list/last-change.tsx';
import { usePlaceOf } from './use-place-of.ts';
import type { MapRobots } from '../../../../shared/robot/use-map-robots.ts';
import { ZoneList } from './zone-list.tsx';

interface Props {
  map: MapDetail;
  zones: readonly Zone[];
  selected: string | undefined;
  onSelect: (id: string) => void;
  robots: MapRobots;
  /** The actions and the save state. */
  actions: ReactNode;
  /** Shown where there are no zones. */
  noZones: string;
  /** Placed above the zones. */
  above?: ReactNode;
  /** The map itself. */
  children: ReactNode;
}

/** The layout around a map: title above, zones and robots beside, the rest for the floor. */
export function MapWorkspace({
  map,
  zones,
  selected,
  onSelect,
  robots,
  actions,
  noZones,
  above,
  children,
}: Props) {
  const { t } = useTranslation('places/maps');
  const placeOf = usePlaceOf();
  const box = useMemo(() => boxOfRaster(map.ground), [map.ground]);
  return (
    <section className="maps-page">
      <MapTabs id={map.id} value="map" />
      <header className="sl-page-head maps-head">
        <div className="maps-head-words">
          <h1>{map.name}</h1>
          <p>
            <span>{placeOf(map)}</span>
            <span>
              <Figure value={formatArea(map.freeM2)} /> {t('free')}
            </span>
            <LastChange map={map} />
          </p>
        </div>
        <div className="sl-page-actions">{actions}</div>
      </header>
      <div className="maps-workspace">
        <div className="maps-canvas">{children}</div>
        <aside className="maps-side" ref={keyboardScroll}>
          {above}
          <h2>
            {t('zonesTitle')} <small>{formatNumber(zones.length)}</small>
          </h2>
          {zones.length > 0 ? (
            <ZoneList zones={zones} map={box} selected={selected} onSelect={onSelect} />
          ) : (
            <p className="maps-hint">{noZones}</p>
          )}
          <MapDeviceList robots={robots} />
        </aside>
      </div>
    </section>
  );
}
