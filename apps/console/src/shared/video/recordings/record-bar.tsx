import { recordingRules, videoRecordingCalls, type VideoSession } from '@sweepline/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../kit/api/use-action.ts';
import { formatPlayTime } from '../../../kit/format/format-play-time.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { EndedRecording } from './ended-recording.tsx';
import { RecordDialog } from './record-dialog.tsx';
import './recordings.css';

interface Props {
  /** The name of the tile. */
  name: string;
  session: VideoSession;
  /** The page shows live video: single pictures cannot be recorded. */
  isLive: boolean;
  /** Why the user watches; empty where no reason is due. */
  reason: string;
  serverAheadMs: number;
  mayRecord: boolean;
}

const tickMs = 1_000;

/** Who records a camera, for everyone who watches it. People with the permission start and stop it here. */
export function RecordBar({ name, session, isLive, reason, serverAheadMs, mayRecord }: Props) {
  const { recording } = session;
  const [seenId, setSeenId] = useState('');
  if (recording && recording.id !== seenId) setSeenId(recording.id);
  if (!recording && !mayRecord) return null;
  return (
    <div className="sl-record">
      {recording && (
        <RunningRecording
          recording={recording}
          serverAheadMs={serverAheadMs}
          mayStop={mayRecord && recording.mayStop}
        />
      )}
      {!recording && (
        <RecordButton name={name} sessionId={session.sessionId} reason={reason} isLive={isLive} />
      )}
      {!recording && seenId && <EndedRecording key={seenId} id={seenId} />}
    </div>
  );
}

interface RunningProps {
  recording: NonNullable<VideoSession['recording']>;
  serverAheadMs: number;
  mayStop: boolean;
}

function RunningRecording({ recording, serverAheadMs, mayStop }: RunningProps) {
  const { t } = useTranslation('video');
  const { id, name, company, since } = recording;
  const stop = useAction(videoRecordingCalls.stop, { done: null });
  return (
    <>
      <p className="sl-record-mark" role="status">
        <i aria-hidden="true" />
        <strong>{t('recordings.by', { name, company })}</strong>
      </p>
      <RunningTime since={since} serverAheadMs={serverAheadMs} />
      {mayStop && (
        <Button icon="stop" busy={stop.isPending} onClick={() => stop.mutate({ id })}>
          {t('recordings.stop')}
        </Button>
      )}
    </>
  );
}

/** How long it runs, by the server's clock, of the time after which it ends by itself. */
function RunningTime({ since, serverAheadMs }: { since: string; serverAheadMs: number }) {
  const { t } = useTranslation('video');
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  const limitS = recordingRules.maxMs / 1000;
  const seconds = Math.min(limitS, Math.max(0, (nowMs + serverAheadMs - Date.parse(since)) / 1000));
  return (
    <span role="timer" title={t('recordings.limitHint', { count: limitS / 60 })}>
      {t('recordings.time', { at: formatPlayTime(Math.floor(seconds)), of: formatPlayTime(limitS) })}
    </span>
  );
}

interface ButtonProps {
  name: string;
  sessionId: string;
  reason: string;
  isLive: boolean;
}

/** Starts a recording at once, or after the reason where one is due. */
function RecordButton({ name, sessionId, reason, isLive }: ButtonProps) {
  const { t } = useTranslation('video');
  const [isAsking, setAsking] = useState(false);
  const start = useAction(videoRecordingCalls.start, { done: null });
  const press = () => (reason ? setAsking(true) : start.mutate({ sessionId }));
  return (
    <>
      <Button
        icon="record"
        className="sl-record-start"
        aria-label={t('recordings.startOf', { name })}
        disabled={!isLive}
        busy={start.isPending}
        onClick={press}
      >
        {t('recordings.start')}
      </Button>
      {!isLive && <small>{t('recordings.onlyLive')}</small>}
      {isAsking && (
        <RecordDialog name={name} sessionId={sessionId} reason={reason} onClose={() => setAsking(false)} />
      )}
    </>
  );
}
