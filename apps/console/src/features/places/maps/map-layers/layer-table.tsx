import type { Zone } from '@sweepline/map-core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatShare } from '../../../../kit/format/format.ts';
import { PlainTable } from '../../../../kit/list/plain-table.tsx';
import { zoneStatistics } from './layer-tiles.ts';
import { digitsOf, type MapLayerView } from './use-map-layer.ts';

interface Props {
  zones: readonly Zone[];
  loaded: NonNullable<MapLayerView['loaded']>;
  selected: string | undefined;
  onSelect: (id: string) => void;
}

/** A layer as a table, zone by zone, for users who cannot see the map. */
export function LayerTable({ zones, loaded: { read, tiles }, selected, onSelect }: Props) {
  const { t } = useTranslation('places/maps');
  const rows = useMemo(() => zoneStatistics(tiles, zones, read.scale), [tiles, zones, read.scale]);
  const { layer } = read;
  if (rows.length === 0) return <p className="maps-hint">{t('layers.noZones')}</p>;
  return (
    <PlainTable look="inline" className="maps-layers-table">
      <caption>
        <span className="sl-sr-only">{t('layers.table')}: </span>
        {t(`layers.units.${layer}`)}
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('zone')}</th>
          <th scope="col">{t('layers.mean')}</th>
          <th scope="col">{t(`layers.extremes.${layer}`)}</th>
          <th scope="col" title={t('layers.shareHint')}>
            {t('layers.share')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, mean, extreme, share }) => (
          <tr key={id} aria-selected={id === selected}>
            <th scope="row">
              <button type="button" onClick={() => onSelect(id)}>
                {name}
              </button>
            </th>
            <td>{formatNumber(mean, 1)}</td>
            <td>{formatNumber(extreme, digitsOf(layer, extreme))}</td>
            <td>{formatShare(share)}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
