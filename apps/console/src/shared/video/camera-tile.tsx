import { videoSnapshotCalls, type VideoSession, type VideoSize } from '@sweepline/contract';
import type { Camera, StreamTransport } from '@sweepline/contract/robot';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../kit/format/format.ts';
import { useAction } from '../../kit/api/use-action.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Icon } from '../../kit/ui/icon.tsx';
import { LivePicture } from './live-picture.tsx';
import { RecordBar } from './recordings/record-bar.tsx';
import { useCameraView } from './use-camera-view.ts';

interface Props {
  deviceId: string;
  camera: Camera;
  reason: string;
  size?: VideoSize;
  /** The name of the tile, by default that of the camera. */
  title?: string;
  session: VideoSession | undefined;
  serverAheadMs: number;
  /** The viewer may keep pictures. */
  mayKeep: boolean;
  /** The viewer may record the camera. */
  mayRecord: boolean;
  /** Once a picture came: whether there is no fresh one. */
  onFrozen?: (isFrozen: boolean) => void;
  /** Without it the page has its own way to close the tile. */
  onClose?: () => void;
}

/** Whether a stream of another size has taken the place of the one that is watched. Ids rise with time. */
const hasSuccessor = (sessionId: string, newest: VideoSession | undefined): boolean =>
  newest !== undefined &&
  (newest.sessionId === sessionId
    ? newest.reason === 'REPLACED'
    : newest.sessionId > sessionId && (newest.state === 'STARTING' || newest.state === 'RUNNING'));

/** One camera: its picture with its age, its state, and who watches. */
export function CameraTile(props: Props) {
  const { deviceId, camera, reason, size = 'LARGE', session, serverAheadMs } = props;
  const { mayKeep, mayRecord, onFrozen, onClose } = props;
  const { t } = useTranslation('video');
  const frame = useRef<HTMLDivElement>(null);
  const { view, fault, isEnded, again, transport, setTransport } = useCameraView(
    deviceId,
    camera,
    reason,
    size,
  );
  const [isFresh, setFresh] = useState<boolean | null>(null);
  const isLive = view !== null && !isEnded;
  // A picture that was there and is gone is as good as a frozen one.
  const isFrozen = isFresh !== null && !(isFresh && isLive);
  useEffect(() => onFrozen?.(isFrozen), [onFrozen, isFrozen]);
  const name = props.title ?? t(`camera.${camera}`);
  const isReplaced = view !== null && !fault && hasSuccessor(view.sessionId, session);
  useEffect(() => {
    if (isReplaced) again();
  }, [isReplaced, again]);
  // The state of an earlier stream says nothing about this one.
  const own = session && session.sessionId === view?.sessionId ? session : undefined;
  return (
    <section className="sl-video-tile" aria-label={name} ref={frame}>
      <header>
        <h3>{name}</h3>
        {view && isLive && isFresh !== null && mayKeep && <SnapshotButton viewId={view.viewId} name={name} />}
        <Button
          look="quiet"
          icon="expand"
          aria-label={t('fullScreen', { name })}
          onClick={() => void frame.current?.requestFullscreen()}
        />
        {onClose && <Button look="quiet" icon="close" aria-label={t('close', { name })} onClick={onClose} />}
      </header>
      {view && isLive && (
        <LivePicture
          key={view.sessionId}
          name={name}
          view={view}
          isRunning={own?.state === 'RUNNING'}
          serverAheadMs={serverAheadMs}
          onFresh={setFresh}
          onTransport={setTransport}
        />
      )}
      <TileState fault={fault} isEnded={isEnded} session={own} onAgain={again} />
      {own && (
        <RecordBar
          name={name}
          session={own}
          isLive={isLive && transport === 'WEBRTC'}
          reason={reason}
          serverAheadMs={serverAheadMs}
          mayRecord={mayRecord && size === 'LARGE'}
        />
      )}
      {own && own.viewers.length > 0 && <Viewers session={own} transport={transport} />}
    </section>
  );
}

/** Keeps the newest picture, with the viewer's name in it. */
function SnapshotButton({ viewId, name }: { viewId: string; name: string }) {
  const { t } = useTranslation('video');
  const add = useAction(videoSnapshotCalls.add, { done: t('snapshotTaken') });
  return (
    <Button
      look="quiet"
      icon="camera"
      aria-label={t('snapshot', { name })}
      busy={add.isPending}
      onClick={() => add.mutate({ viewId })}
    />
  );
}

interface StateProps {
  fault: string;
  isEnded: boolean;
  session: VideoSession | undefined;
  onAgain: () => void;
}

const isOver = (state: VideoSession['state']) => state !== 'STARTING' && state !== 'STOPPING';

/** What a stream that shows no picture waits for, or why it has ended, with the next step. */
function TileState({ fault, isEnded, session, onAgain }: StateProps) {
  const { t } = useTranslation('video');
  const { state, reason } = session ?? {};
  const isRunning = !state || state === 'RUNNING';
  if (!fault && !isEnded && isRunning) return null;
  const text = fault || (isRunning ? t('ended') : t(`state.${state}`));
  return (
    <div className="sl-video-state" role="status">
      <p>{text}</p>
      {!fault && reason && <p>{t(`reason.${reason}`)}</p>}
      {(fault || isRunning || isOver(state)) && (
        <Button icon="refresh" onClick={onAgain}>
          {t('again')}
        </Button>
      )}
    </div>
  );
}

function Viewers({ session: { viewers }, transport }: { session: VideoSession; transport: StreamTransport }) {
  const { t } = useTranslation('video');
  return (
    <>
      <ul className="sl-video-viewers" aria-label={t('viewers')}>
        {viewers.map(({ name, company, byRight, reason, since }) => (
          <li key={`${name} ${since}`}>
            <strong>{name}</strong>{' '}
            {byRight === 'RULE' ? t('right.RULE') : t('viewerSince', { company, at: formatTime(since) })}
            {reason && <small>{reason}</small>}
          </li>
        ))}
      </ul>
      <p className="sl-video-transport">
        <Icon name="signal" size={14} />
        {t(`transport.${transport}`)}
      </p>
    </>
  );
}
