import { pages, zoneBoardCalls, type BoardZone } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { PlainTable } from '../../../kit/list/plain-table.tsx';
import { ZoneBoardRow, type ZoneAct } from './zone-board-row.tsx';
import { ZoneFigure } from './zone-figure.tsx';
import { type ZoneGroup } from './zone-looks.ts';

interface Props {
  group: ZoneGroup;
  onAct: (act: ZoneAct, zone: BoardZone) => void;
  onTargets: (zones: BoardZone[]) => void;
}

/** A map with its zones as a coloured picture and as rows. */
export function ZoneBoardGroup({ group: { map, zones }, onAct, onTargets }: Props) {
  const { t } = useTranslation('work/zone-board');
  const [hoveredId, setHoveredId] = useState<string>();
  const [first] = zones;
  return (
    <section className="zones-group" aria-label={map.name}>
      <header>
        <Link
          to={pages.map({ id: map.id })}
          className="zones-picture"
          aria-label={t('openMap', { map: map.name })}
        >
          <ZoneFigure zones={zones} chosen={hoveredId} />
        </Link>
        <h2>
          <Link to={pages.map({ id: map.id })}>{map.name}</Link>
        </h2>
        <p>{[first?.companyName, first?.site?.name, first?.floor].filter(Boolean).join(' · ')}</p>
        <Link to={pages.map({ id: map.id, layer: 'age' })}>{t('heatMaps')}</Link>
        {zones.length > 1 && (
          <Allowed call={zoneBoardCalls.setTarget}>
            <Button look="quiet" icon="clock" onClick={() => onTargets(zones)}>
              {t('setTargets')}
            </Button>
          </Allowed>
        )}
      </header>
      <PlainTable look="list" className="zones-table" role="table" aria-label={map.name}>
        <thead role="rowgroup">
          <tr role="row">
            {(['zone', 'state', 'lastCleaned'] as const).map((key) => (
              <th key={key} role="columnheader">
                {t(key)}
              </th>
            ))}
            <th role="columnheader" className="sl-numeric">
              {t('coverage')}
            </th>
            <th role="columnheader">{t('target')}</th>
            <th role="columnheader" className="sl-table-actions">
              <span className="sl-sr-only">{t('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {zones.map((zone) => (
            <ZoneBoardRow key={zone.id} zone={zone} onAct={onAct} onPoint={setHoveredId} />
          ))}
        </tbody>
      </PlainTable>
    </section>
  );
}
