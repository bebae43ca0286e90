import { runCalls } from '@sweepline/contract';
import { isOpenRun } from '@sweepline/contract/robot';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';
import { ConfirmDialog } from '../../../../kit/form/confirm-dialog.tsx';
import type { IconName } from '../../../../kit/ui/icons.ts';
import { may } from '../../../../kit/api/may.ts';
import { deviceName } from '../../../../shared/robot/use-device-choices.ts';
import { StateMark } from '../../../../kit/ui/state-mark.tsx';
import type { Tone } from '../../../../kit/ui/theme.ts';
import { useAction } from '../../../../kit/api/use-action.ts';
import { Refusal } from '../../../../kit/form/refusal.tsx';
import type { RunDetail } from '../../../../shared/run/run-rules.ts';

type ZoneState = RunDetail['zones'][number]['state'];
const styles: Record<ZoneState, { tone: Tone; icon: IconName }> = {
  WAITING: { tone: 'quiet', icon: 'ring' },
  CLEANING: { tone: 'moving', icon: 'clean' },
  DONE: { tone: 'working', icon: 'check' },
  SKIPPED: { tone: 'waiting', icon: 'right' },
  LEFT: { tone: 'fault', icon: 'minus' },
};

/** The zones of a run in order; a zone that is not done yet can be skipped. */
export function RunZones({ run }: { run: RunDetail }) {
  const { t } = useTranslation('work/tasks');
  const [zoneToSkip, setZoneToSkip] = useState<RunDetail['zones'][number] | null>(null);
  const device = deviceName(run.device);
  const skip = useAction(runCalls.skipZone, {
    done: t('skipSent', { device, zone: zoneToSkip?.name ?? '' }),
    after: () => setZoneToSkip(null),
    silent: true,
  });
  const skips =
    isOpenRun(run.state) &&
    run.state !== 'COMPLETE' &&
    run.can.includes('SKIP') &&
    may(runCalls.skipZone.allow);
  if (run.zones.length === 0) return null;
  return (
    <>
      <ol className="run-zones">
        {run.zones.map((zone) => (
          <li key={zone.id}>
            <StateMark {...styles[zone.state]} word={zone.name} />
            <small>{t(`zoneStates.${zone.state}`)}</small>
            {skips && (zone.state === 'CLEANING' || zone.state === 'WAITING') && (
              <Button
                look="quiet"
                icon="right"
                aria-label={t('skipZone', { zone: zone.name })}
                onClick={() => setZoneToSkip(zone)}
              />
            )}
          </li>
        ))}
      </ol>
      {zoneToSkip && (
        <ConfirmDialog
          title={t('skipTitle', { zone: zoneToSkip.name, device })}
          act={t('skipAct')}
          busy={skip.isPending}
          onConfirm={() => skip.mutate({ id: run.id, zoneId: zoneToSkip.id })}
          onClose={() => setZoneToSkip(null)}
        >
          <p>{t('skipHint')}</p>
          <Refusal error={skip.error} />
        </ConfirmDialog>
      )}
    </>
  );
}
