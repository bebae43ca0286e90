import { deviceCareCalls, type Device, type Output } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { useAction } from '../../../kit/api/use-action.ts';
import type { Mark } from '../../../shared/words/marks.ts';
import { useWords } from '../../../shared/words/use-words.ts';

type Parts = Output<typeof deviceCareCalls.consumables>;

const marks: Record<Parts['syncState'], Mark> = {
  IN_SYNC: { tone: 'working', icon: 'check' },
  AWAITING_SYNC: { tone: 'waiting', icon: 'clock' },
  SYNCING: { tone: 'moving', icon: 'upload' },
  SYNC_FAILED: { tone: 'fault', icon: 'alert' },
};

interface Props {
  device: Device;
  parts: Pick<Parts, 'version' | 'syncState' | 'code'>;
  online: boolean;
}

/** The sync state of the requested limits; nothing when no limit was requested. */
export function LimitsState({ device, parts: { version, syncState, code }, online }: Props) {
  const { t } = useTranslation('devices/care');
  const { word } = useWords();
  const retry = useAction(deviceCareCalls.retryLimits, {
    done: t('limitsRetried', { name: device.nickname || device.sn }),
  });
  if (version === 0) return null;
  const away = !online && (syncState === 'AWAITING_SYNC' || syncState === 'SYNCING');
  return (
    <span className="care-limits-state" role="status">
      <StateMark {...marks[syncState]} word={t(`limitsState.${away ? 'AWAY' : syncState}`)} />
      {syncState === 'SYNC_FAILED' && (
        <>
          {code && <small>{word('reply', code)}</small>}
          <Allowed call={deviceCareCalls.retryLimits}>
            <Button icon="refresh" busy={retry.isPending} onClick={() => retry.mutate({ id: device.id })}>
              {t('limitsRetry')}
            </Button>
          </Allowed>
        </>
      )}
    </span>
  );
}
