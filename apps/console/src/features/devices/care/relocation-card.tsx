import { deviceCareCalls, topics } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { formatTime } from '../../../kit/format/format.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { useTopic } from '../../../kit/api/use-live.ts';
import { CareCard } from './care-card.tsx';
import type { Detail } from './control-tab.tsx';
import { RelocationDialog } from './relocation-dialog.tsx';
import { RelocationPanel } from './relocation-panel.tsx';
import { useHindrance } from './use-hindrance.ts';

/** The robot can leave the mode by itself, so its state is polled while the mode is on. */
const renewMs = 3_000;
const restMs = 10_000;

/** Sets the pose of a robot that is not localised. During relocation the robot stands still and takes no runs. */
export function RelocationCard({ detail, reason }: { detail: Detail; reason: string }) {
  const { t } = useTranslation('devices/care');
  const { device, live } = detail;
  const [asking, setAsking] = useState(false);
  const { data, refetch } = useQuery({
    ...callQuery(deviceCareCalls.relocation, { id: device.id }),
    refetchInterval: ({ state }) => (state.data?.state === 'ENTERED' ? renewMs : restMs),
    meta: { silent: true },
  });
  useTopic(topics.commands, ({ changes }) => {
    if (changes.some(({ deviceId }) => deviceId === device.id)) void refetch();
  });
  const hindrance = useHindrance(live, 'offItsCharger');
  const entered = data?.state === 'ENTERED';
  const position = live.position?.value;
  return (
    <CareCard icon="pin" title={t('relocation')} hint={t('relocationHint')}>
      <p className="care-facts">
        <StateMark
          tone={entered ? 'waiting' : 'quiet'}
          icon={entered ? 'pin' : 'check'}
          word={t(entered ? 'entered' : 'exited')}
        />
        {entered && <small>{t('endsAt', { at: formatTime(data.endsAt) })}</small>}
        {!entered && data?.exitReason && <small>{t(`exit.${data.exitReason}`)}</small>}
        {position && (
          <StateMark
            tone={position.localized ? 'working' : 'fault'}
            icon={position.localized ? 'check' : 'alert'}
            word={t(position.localized ? 'knowsPlace' : 'lostPlace')}
          />
        )}
      </p>
      {!entered && (
        <div className="care-acts">
          <Button
            icon="pin"
            disabled={hindrance !== undefined}
            title={hindrance}
            onClick={() => setAsking(true)}
          >
            {t('enter')}
          </Button>
        </div>
      )}
      {entered && data && (
        <RelocationPanel key={data.mapId} detail={detail} mapId={data.mapId ?? ''} reason={reason} />
      )}
      {asking && <RelocationDialog detail={detail} reason={reason} onClose={() => setAsking(false)} />}
    </CareCard>
  );
}
