import {
  deviceControlCalls,
  driveRules,
  driveTopic,
  sharedTopic,
  type DriveStatus,
} from '@sweepline/contract';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageKeys } from '../../../kit/keys/page-keys.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { useTopic } from '../../../kit/api/use-live.ts';
import { AskingList } from './asking-list.tsx';
import { DriveFigures } from './drive-figures.tsx';
import { DriveStick, type Lean } from './drive-stick.tsx';
import { useDeadmanSender } from './use-deadman-sender.ts';

interface Props {
  deviceId: string;
  shared: boolean;
  session: NonNullable<DriveStatus['session']>;
  asking: DriveStatus['asking'];
  /** A run is paused during the drive. */
  heldRun: boolean;
  /** The open picture is too old to drive by. */
  isBlind: boolean;
}

const minSpeed = 0.05;
const defaultSpeed = 0.25;
/** The same breakpoint as in the style sheet. */
const phonePx = 900;

/** The controls: stick, speed, stop, and the robot's state. */
export function DrivePad({ deviceId, shared, session, asking, heldRun, isBlind }: Props) {
  const { t } = useTranslation('devices/control');
  usePageKeys(t('keyList.title'), [
    { text: t('keyList.drive'), keys: 'W A S D' },
    { text: t('keyList.drive'), keys: 'ArrowUp ArrowLeft ArrowDown ArrowRight' },
    { text: t('keyList.stop'), keys: 'Escape' },
  ]);
  const sender = useDeadmanSender(session.id);
  const [speed, setSpeed] = useState(Math.min(defaultSpeed, session.maxV));
  const [focused, setFocused] = useState(true);
  const [tripMs, setTripMs] = useState<number | null>(null);
  const lean = useRef<Lean>({ x: 0, y: 0 });
  const close = useAction(deviceControlCalls.close, { done: null, also: ['driveSessions'] });

  const drive = (next: Lean, at = speed) => {
    lean.current = next;
    if (isBlind) return sender.release();
    sender.drive({ v: next.y * at, w: next.x === 0 ? 0 : -next.x * driveRules.maxW });
  };
  const noteTrip = (status: DriveStatus | null) => {
    const newest = status?.session?.id === session.id ? status.session.heard : null;
    const ms = newest && sender.tripMs(newest);
    if (ms !== null) setTripMs(ms);
  };
  useTopic(shared ? null : driveTopic(deviceId), noteTrip);
  useTopic(shared ? sharedTopic(deviceId) : null, (message) => noteTrip(message.drive));
  const currentSender = useRef(sender);
  useEffect(() => {
    currentSender.current = sender;
    const stopOnEscape = ({ code }: KeyboardEvent) => code === 'Escape' && currentSender.current.stop();
    window.addEventListener('keydown', stopOnEscape);
    return () => window.removeEventListener('keydown', stopOnEscape);
  }, [sender]);
  const endDrive = (resume: boolean) => {
    sender.stop();
    close.mutate({ id: deviceId, resume });
  };

  const pad = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone, floor and stick fit one screen, so that no scrolling is needed while the robot moves.
    if (window.innerWidth <= phonePx) pad.current?.closest('.sl-drive')?.scrollIntoView?.();
  }, []);

  return (
    <div ref={pad} className="sl-pad">
      <DriveFigures session={session} tripMs={tripMs} />
      <AskingList deviceId={deviceId} asking={asking} />
      <DriveStick locked={isBlind} onLean={(next) => drive(next)} onFocus={setFocused} />
      <div role="alert">{isBlind && <p className="sl-pad-blind">{t('blind')}</p>}</div>
      <SpeedField
        speed={speed}
        most={session.maxV}
        onChange={(next) => {
          setSpeed(next);
          drive(lean.current, next);
        }}
      />
      <button type="button" className="sl-pad-stop" onClick={() => sender.stop()}>
        {t('stop')}
      </button>
      <p id="sl-stick-keys" className="sl-pad-keys">
        <span data-off={!focused}>{t('keys')}</span>
        <span data-off={focused}>{t('keysOff')}</span>
      </p>
      <div className="sl-pad-end">
        {heldRun && (
          <Button look="main" busy={close.isPending} onClick={() => endDrive(true)}>
            {t('giveBackResume')}
          </Button>
        )}
        <Button busy={close.isPending} onClick={() => endDrive(false)}>
          {heldRun ? t('giveBackPaused') : t('giveBack')}
        </Button>
      </div>
    </div>
  );
}

interface SpeedProps {
  speed: number;
  most: number;
  onChange: (speed: number) => void;
}

/** The speed at full deflection. */
function SpeedField({ speed, most, onChange }: SpeedProps) {
  const { t } = useTranslation('devices/control');
  return (
    <label className="sl-pad-speed">
      <span>
        {t('speed')} <b>{formatNumber(speed, 2)} m/s</b>
      </span>
      <input
        type="range"
        min={minSpeed}
        max={most}
        step={0.05}
        value={speed}
        onChange={({ target }) => onChange(Number(target.value))}
      />
    </label>
  );
}
