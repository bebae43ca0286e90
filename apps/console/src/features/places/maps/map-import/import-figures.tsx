import { useTranslation } from 'react-i18next';
import { Figure } from '../../../../kit/ui/figure.tsx';
import { formatArea, formatMetres, formatNumber, unknown } from '../../../../kit/format/format.ts';
import { MapSize } from '../map-list/map-size.tsx';
import type { Preview } from './use-map-import.ts';

interface Props {
  preview: Preview;
  masked: boolean;
}

/** The numbers that show whether the map and its scale are right. */
export function ImportFigures({ preview: { ground, freeM2, occupiedM2, zones }, masked }: Props) {
  const { t } = useTranslation('places/maps');
  const { width, height, resolution } = ground;
  const cells = t('cellsFormula', { width: formatNumber(width), height: formatNumber(height) });
  const figures = [
    { name: t('resolution'), value: t('perCell', { metres: formatMetres(resolution) }) },
    { name: t('freeArea'), value: formatArea(freeM2) },
    { name: t('walls'), value: formatArea(occupiedM2) },
    { name: t('zonesFound'), value: masked ? formatNumber(zones.length) : unknown },
  ];
  return (
    <dl className="maps-figures">
      <div>
        <dt>{t('size')}</dt>
        <dd>
          <MapSize ground={ground} formula={cells} />
        </dd>
      </div>
      {figures.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Figure value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
