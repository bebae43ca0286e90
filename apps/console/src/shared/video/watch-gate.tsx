import { videoRecordingCalls, videoSnapshotCalls, type VideoStanding } from '@sweepline/contract';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../kit/api/may.ts';
import { Empty } from '../../kit/ui/empty.tsx';
import { Failure } from '../../kit/ui/failure.tsx';
import { Skeleton } from '../../kit/ui/skeleton.tsx';
import { ReasonStep } from './reason-step.tsx';
import { useStanding } from './use-standing.ts';
import './video.css';

interface Watch {
  standing: VideoStanding;
  /** Why the user watches; empty where none is due. */
  reason: string;
  serverAheadMs: number;
  /** The viewer may keep pictures; a share grants watching only. */
  mayKeep: boolean;
  /** The viewer may record, by its role or a share. */
  mayRecord: boolean;
}

interface Props {
  deviceId: string;
  name: string;
  /** False shows that the robot cannot be reached. */
  online: boolean;
  /** Why the user watches, where the page has asked for several robots. */
  reason?: string;
  children: (watch: Watch) => ReactNode;
}

/** What prevents watching a robot, then the reason where one is due, then its cameras. */
export function WatchGate({ deviceId, name, online, reason: ofPage = '', children }: Props) {
  const { t } = useTranslation('video');
  const { data, error, refetch, serverAheadMs } = useStanding(deviceId);
  const [own, setReason] = useState('');
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={6} />;
  const { right, reasonDue, supported, isAllowed, hasConsent } = data;
  const reason = reasonDue ? ofPage || own : '';
  if (!supported) return <Empty icon="camera" title={t('notSupported')} hint={t('notSupportedHint')} />;
  if (!right) return <Empty icon="camera" title={t('noRight')} hint={t('noRightHint')} />;
  if (!isAllowed) return <Empty icon="camera" title={t('off')} hint={t('offHint')} />;
  if (!hasConsent) return <Empty icon="camera" title={t('noConsent')} hint={t('noConsentHint')} />;
  if (!online) return <Empty icon="offline" title={t('offline', { name })} hint={t('offlineHint')} />;
  if (reasonDue && reason === '') return <ReasonStep onReason={setReason} />;
  const mayKeep = right === 'COMPANY' && may(videoSnapshotCalls.add.allow);
  const mayRecord = may(videoRecordingCalls.start.allow);
  return children({ standing: data, reason, serverAheadMs, mayKeep, mayRecord });
}
