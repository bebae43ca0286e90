import { pages, type MapRow } from '@sweepline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../../kit/format/ago.tsx';
import { Figure } from '../../../../kit/ui/figure.tsx';
import { formatArea, formatNumber } from '../../../../kit/format/format.ts';
import { Icon } from '../../../../kit/ui/icon.tsx';
import { MapStatus } from './map-status.tsx';
import { MapPicture } from '../map-page/map-picture.tsx';
import { usePlaceOf } from '../map-page/use-place-of.ts';

/** One map in the gallery: first its floor, then its name and content. */
export function MapCard({ map, actions }: { map: MapRow; actions: ReactNode }) {
  const { t } = useTranslation('places/maps');
  const placeOf = usePlaceOf();
  return (
    <article className="maps-card">
      <MapPicture map={map} />
      <div className="maps-card-words">
        <h2>
          <Link to={pages.map({ id: map.id })}>{map.name}</Link>
        </h2>
        <p className="maps-card-place">{placeOf(map)}</p>
        <p className="maps-card-figures">
          <span>
            <Figure value={formatArea(map.freeM2)} /> {t('free')}
          </span>
          <span>{t('zones', { count: map.zoneCount, shown: formatNumber(map.zoneCount) })}</span>
          {map.devices.length > 0 && (
            <span
              className="maps-card-devices"
              title={map.devices.map(({ nickname }) => nickname).join('\n')}
            >
              <Icon name="robot" size={15} />
              <span aria-hidden="true">{formatNumber(map.devices.length)}</span>
              <span className="sl-sr-only">{t('devicesHere', { count: map.devices.length })}</span>
            </span>
          )}
        </p>
        <MapStatus map={map} />
        <p className="maps-card-by">
          {map.updatedBy} · <Ago at={map.updatedAt} />
        </p>
      </div>
      <div className="maps-card-actions">{actions}</div>
    </article>
  );
}
