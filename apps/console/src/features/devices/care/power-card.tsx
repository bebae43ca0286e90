import { deviceCareCalls } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { useCommandAction } from '../../../shared/command/use-command-action.ts';
import { CareCard } from './care-card.tsx';
import type { Detail } from './control-tab.tsx';
import { SleepDialog } from './sleep-dialog.tsx';
import { useHindrance } from './use-hindrance.ts';

/** Puts the robot to sleep or wakes it: over MQTT while it sleeps, through its SIM card after an orderly shutdown. */
export function PowerCard({ detail: { device, live }, reason }: { detail: Detail; reason: string }) {
  const { t } = useTranslation('devices/care');
  const [asking, setAsking] = useState(false);
  const wake = useCommandAction(deviceCareCalls.wake, device);
  const { state, reason: why } = live.connection;
  const orderly = state === 'OFFLINE' && why === 'GRACEFUL';
  const hindrance = useHindrance(live, 'stand');
  return (
    <CareCard icon="sleep" title={t('power')} hint={t(orderly ? 'wakeSimHint' : 'powerHint')}>
      <div className="care-acts">
        <Button
          icon="sun"
          busy={wake.isPending}
          disabled={state === 'ONLINE' || (state === 'OFFLINE' && !orderly)}
          title={
            state === 'ONLINE' ? t('awake') : state === 'OFFLINE' && !orderly ? t('unreachable') : undefined
          }
          onClick={() => wake.mutate({ id: device.id, reason })}
        >
          {t('wake')}
        </Button>
        <Button
          icon="sleep"
          disabled={hindrance !== undefined}
          title={hindrance}
          onClick={() => setAsking(true)}
        >
          {t('sleep')}
        </Button>
      </div>
      {asking && <SleepDialog device={device} reason={reason} onClose={() => setAsking(false)} />}
    </CareCard>
  );
}
