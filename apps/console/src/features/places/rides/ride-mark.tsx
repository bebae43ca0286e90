import type { Ride, RideStatus } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { StateMark } from '../../../kit/ui/state-mark.tsx';

const looks = {
  WAITING: { tone: 'waiting', icon: 'clock' },
  ENTERING: { tone: 'working', icon: 'elevator' },
  RIDING: { tone: 'working', icon: 'elevator' },
  EXITING: { tone: 'working', icon: 'elevator' },
  EXITED: { tone: 'working', icon: 'elevator' },
  FINISHED: { tone: 'quiet', icon: 'check' },
  FAILED: { tone: 'fault', icon: 'alert' },
} as const satisfies Record<RideStatus, object>;

/** The state of a ride, with its place in the queue while it waits. */
export function RideMark({
  ride: { status, queuePos, grant },
}: {
  ride: Pick<Ride, 'status' | 'queuePos' | 'grant'>;
}) {
  const { t } = useTranslation('places/rides');
  const isQueued = status === 'WAITING' && grant === 'QUEUED' && queuePos !== null && queuePos > 0;
  const word = isQueued ? t('queued', { count: queuePos }) : t(`statuses.${status}`);
  return <StateMark {...looks[status]} word={word} />;
}
