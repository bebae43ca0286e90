import { pages, type MapRow } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AgoBy } from '../../../../kit/ui/ago-by.tsx';
import { Ago } from '../../../../kit/format/ago.tsx';
import type { Column } from '../../../../kit/list/column.ts';
import { Figure } from '../../../../kit/ui/figure.tsx';
import { formatArea, formatNumber, unknown } from '../../../../kit/format/format.ts';
import { useWords } from '../../../../shared/words/use-words.ts';
import { MapStatus } from './map-status.tsx';
import { MapSize } from './map-size.tsx';
import { usePlaceOf } from '../map-page/use-place-of.ts';

/** The number of robots named in a row; the tooltip and the map's own page name all. */
const maxNamed = 2;

/** The columns of the map table; the company column is shown where there is more than one company. */
export function useMapColumns(ofCompanies: boolean): Column<MapRow>[] {
  const { t } = useTranslation('places/maps');
  const placeOf = usePlaceOf();
  const { word } = useWords();
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('name'),
        width: '22%',
        sort: 'name',
        cell: (map) => (
          <>
            <Link to={pages.map({ id: map.id })}>{map.name}</Link>
            <small>{placeOf(map)}</small>
          </>
        ),
      },
      { key: 'status', title: t('status'), width: '190px', cell: (map) => <MapStatus map={map} /> },
      {
        key: 'company',
        title: t('company'),
        width: '160px',
        hidden: !ofCompanies,
        cell: ({ companyName }) => companyName,
      },
      {
        key: 'free',
        title: t('freeArea'),
        width: '120px',
        numeric: true,
        cell: ({ freeM2 }) => <Figure value={formatArea(freeM2)} />,
      },
      {
        key: 'size',
        title: t('size'),
        numeric: true,
        hidden: true,
        cell: ({ ground }) => <MapSize ground={ground} />,
      },
      {
        key: 'zones',
        title: t('zonesTitle'),
        numeric: true,
        hidden: true,
        cell: ({ zoneCount }) => formatNumber(zoneCount),
      },
      {
        key: 'devices',
        title: t('devices'),
        cell: ({ devices }) => <Devices devices={devices} />,
      },
      {
        key: 'version',
        title: t('publishedVersion'),
        numeric: true,
        cell: ({ version }) => formatNumber(version),
      },
      { key: 'mode', title: t('mode'), width: '140px', cell: ({ mode }) => t(`modes.${mode}`) },
      { key: 'origin', title: t('origin'), hidden: true, cell: ({ origin }) => word('mapOrigin', origin) },
      {
        key: 'changed',
        title: t('changed'),
        width: '140px',
        sort: 'updatedAt',
        cell: ({ updatedAt, updatedBy }) => <AgoBy at={updatedAt} by={updatedBy} />,
      },
      {
        key: 'created',
        title: t('created'),
        sort: 'createdAt',
        hidden: true,
        cell: ({ createdAt }) => <Ago at={createdAt} />,
      },
    ],
    [t, placeOf, word, ofCompanies],
  );
}

function Devices({ devices }: Pick<MapRow, 'devices'>) {
  if (devices.length === 0) return unknown;
  const names = devices.map(({ nickname }) => nickname);
  const more = names.length - maxNamed;
  return (
    <span title={names.join('\n')}>
      {names.slice(0, maxNamed).join(', ')}
      {more > 0 && ` +${formatNumber(more)}`}
    </span>
  );
}
