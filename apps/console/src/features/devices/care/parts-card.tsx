import { deviceCareCalls } from '@sweepline/contract';
import {
  hasSqueegee,
  levelPartsOf,
  partLevels,
  squeegeePositions,
  type LevelPart,
} from '@sweepline/contract/robot';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { Segments } from '../../../kit/ui/segments.tsx';
import { useCommandAction } from '../../../shared/command/use-command-action.ts';
import { CareCard } from './care-card.tsx';
import type { Detail } from './control-tab.tsx';
import { useHindrance } from './use-hindrance.ts';

const spans = ['10', '30', '60'] as const;
const levels = partLevels.map(String);

/** Lets single cleaning parts run for some seconds, for a person who stands beside the robot. */
export function PartsCard({ detail: { device, live }, reason }: { detail: Detail; reason: string }) {
  const { t } = useTranslation('devices/care');
  const [chosen, setChosen] = useState<Partial<Record<LevelPart, string>>>({});
  const [squeegee, setSqueegee] = useState<(typeof squeegeePositions)[number]>('UP');
  const [seconds, setSeconds] = useState<(typeof spans)[number]>('10');
  const set = useCommandAction(deviceCareCalls.setParts, device);
  const hindrance = useHindrance(live, 'standby');
  const own = levelPartsOf(device.model);
  const parts = {
    ...Object.fromEntries(own.map((part) => [part, Number(chosen[part] ?? '0')])),
    ...(hasSqueegee(device.model) && { squeegee }),
  };
  return (
    <CareCard icon="clean" title={t('manualParts.title')} hint={t('manualParts.hint')}>
      <dl className="care-parts">
        {own.map((part) => (
          <div key={part}>
            <dt>{t(`manualParts.${part}`)}</dt>
            <dd>
              <Segments
                label={t(`manualParts.${part}`)}
                value={chosen[part] ?? '0'}
                options={levels.map((value) => ({
                  value,
                  text: value === '0' ? t('manualParts.off') : value,
                }))}
                onChange={(level) => setChosen((old) => ({ ...old, [part]: level }))}
              />
            </dd>
          </div>
        ))}
        {hasSqueegee(device.model) && (
          <div>
            <dt>{t('manualParts.squeegee')}</dt>
            <dd>
              <Segments
                label={t('manualParts.squeegee')}
                value={squeegee}
                options={squeegeePositions.map((value) => ({ value, text: t(`manualParts.${value}`) }))}
                onChange={setSqueegee}
              />
            </dd>
          </div>
        )}
      </dl>
      <div className="care-acts">
        <Segments
          label={t('howLong')}
          value={seconds}
          options={spans.map((value) => ({ value, text: t('seconds', { value }) }))}
          onChange={setSeconds}
        />
        <Button
          icon="clean"
          busy={set.isPending}
          disabled={hindrance !== undefined}
          title={hindrance}
          onClick={() => set.mutate({ id: device.id, parts, autoOffS: Number(seconds), reason })}
        >
          {t('manualParts.act')}
        </Button>
      </div>
    </CareCard>
  );
}
