import { defaultMinCoverage, zoneBoardCalls, zoneTargetSources, type BoardZone } from '@sweepline/contract';
import { InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../../kit/api/api.ts';
import { BulkDialog } from '../../../kit/list/bulk-dialog.tsx';
import { hoursIn, ZoneIntervalFields, type IntervalUnit } from './zone-interval-fields.tsx';

type Source = (typeof zoneTargetSources)[number];

/** Sets the cleaning interval and the least coverage of one zone or of all zones of a map. */
export function ZoneTargetDialog({ zones, onClose }: { zones: readonly BoardZone[]; onClose: () => void }) {
  const { t } = useTranslation('work/zone-board');
  const firstTarget = zones[0]?.target;
  const hours = firstTarget?.everyHours ?? 24;
  const [source, setSource] = useState<Source>(
    firstTarget && firstTarget.source !== 'NONE' ? firstTarget.source : 'INTERVAL',
  );
  const [unit, setUnit] = useState<IntervalUnit>(hours % 24 === 0 ? 'days' : 'hours');
  const [amount, setAmount] = useState<number | null>(hours % 24 === 0 ? hours / 24 : hours);
  const [percent, setPercent] = useState<number | null>(
    Math.round((firstTarget?.leastCoverage ?? defaultMinCoverage) * 100),
  );
  const everyHours = source === 'INTERVAL' && amount ? amount * hoursIn[unit] : null;
  const ready = percent !== null && (source !== 'INTERVAL' || everyHours !== null);
  return (
    <BulkDialog
      title={
        zones.length === 1
          ? t('targetTitle', { zone: zones[0]!.name })
          : t('targetsTitle', { map: zones[0]!.map.name })
      }
      hint={t('targetHint')}
      act={t('setTarget')}
      rows={zones}
      nameOf={(zone) => ({ name: zone.name, detail: '' })}
      run={({ map, zoneId, target }) =>
        send(
          zoneBoardCalls.setTarget,
          {
            mapId: map.id,
            zoneId,
            version: target.version,
            source,
            everyHours,
            leastCoverage: (percent ?? 80) / 100,
          },
          { quiet: true },
        )
      }
      family={zoneBoardCalls.setTarget.family}
      ready={ready}
      onClose={onClose}
    >
      <div className="zones-target">
        <label>
          <span>{t('howOften')}</span>
          <Select<Source>
            value={source}
            onChange={setSource}
            options={zoneTargetSources.map((value) => ({ value, label: t(`wishes.${value}`) }))}
          />
        </label>
        {source === 'INTERVAL' && (
          <ZoneIntervalFields amount={amount} unit={unit} onAmount={setAmount} onUnit={setUnit} />
        )}
        {source !== 'NONE' && (
          <label>
            <span>{t('leastCoverage')}</span>
            <InputNumber min={10} max={100} precision={0} suffix="%" value={percent} onChange={setPercent} />
            <small>{t('leastCoverageHint')}</small>
          </label>
        )}
      </div>
    </BulkDialog>
  );
}
