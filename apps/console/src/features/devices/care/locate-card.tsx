import { deviceCalls } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { useCommandAction } from '../../../shared/command/use-command-action.ts';
import { Segments } from '../../../kit/ui/segments.tsx';
import { CareCard } from './care-card.tsx';
import type { Detail } from './control-tab.tsx';
import { useHindrance } from './use-hindrance.ts';

const spans = ['5', '10', '30'] as const;

/** Makes the robot flash and sound, so that a person finds it. */
export function LocateCard({ detail: { device, live }, reason }: { detail: Detail; reason: string }) {
  const { t } = useTranslation('devices/care');
  const [seconds, setSeconds] = useState<(typeof spans)[number]>('10');
  const locate = useCommandAction(deviceCalls.locate, device);
  const hindrance = useHindrance(live, 'reach');
  return (
    <CareCard icon="locate" title={t('locate')} hint={t('locateHint')}>
      <div className="care-acts">
        <Segments
          label={t('howLong')}
          value={seconds}
          options={spans.map((value) => ({ value, text: t('seconds', { value }) }))}
          onChange={setSeconds}
        />
        <Button
          icon="locate"
          busy={locate.isPending}
          disabled={hindrance !== undefined}
          title={hindrance}
          onClick={() => locate.mutate({ id: device.id, seconds: Number(seconds), reason })}
        >
          {t('locateAct')}
        </Button>
      </div>
    </CareCard>
  );
}
