import { polygonArea, type Zone } from '@sweepline/map-core';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../../kit/ui/button.tsx';
import { Figure } from '../../../../../kit/ui/figure.tsx';
import { formatArea, formatNumber } from '../../../../../kit/format/format.ts';
import { useWords } from '../../../../../shared/words/use-words.ts';

/** The zone that a reader selected: its type and its size. */
export function ZoneInspector({ zone, onClose }: { zone: Zone; onClose: () => void }) {
  const { t } = useTranslation('places/maps');
  const { word } = useWords();
  return (
    <section className="maps-inspector" aria-label={zone.name}>
      <header>
        <h2>{zone.name}</h2>
        <Button look="quiet" icon="close" aria-label={t('closeZone')} onClick={onClose} />
      </header>
      <p>{word('zoneType', zone.type)}</p>
      <dl className="maps-facts">
        <dt>{t('area')}</dt>
        <dd>
          <Figure value={formatArea(polygonArea(zone.points))} />
        </dd>
        <dt>{t('corners')}</dt>
        <dd>{formatNumber(zone.points.length)}</dd>
      </dl>
    </section>
  );
}
