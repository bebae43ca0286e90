import type { DriveStatus } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../kit/format/format.ts';
import type { IconName } from '../../../kit/ui/icons.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import type { Tone } from '../../../kit/ui/theme.ts';

type Session = NonNullable<DriveStatus['session']>;

const goodMs = 200;
const slowMs = 500;
const latencyLevel = (ms: number | null): { tone: Tone; key: 'unknown' | 'good' | 'fair' | 'slow' } => {
  if (ms === null) return { tone: 'quiet', key: 'unknown' };
  if (ms <= goodMs) return { tone: 'working', key: 'good' };
  return ms <= slowMs ? { tone: 'waiting', key: 'fair' } : { tone: 'fault', key: 'slow' };
};

/** The state of the robot under control: it moves, stands, or is blocked. */
const activityOf = ({ state, limited, v, w }: Session): { tone: Tone; icon: IconName; key: Activity } => {
  if (state === 'OPENING' || state === 'CLOSING') return { tone: 'waiting', icon: 'clock', key: state };
  if (limited !== 'NONE') return { tone: 'fault', icon: 'alert', key: limited };
  if (state === 'HALTED') return { tone: 'waiting', icon: 'pause', key: 'HALTED' };
  const moves = Math.abs(v) > 0.01 || Math.abs(w) > 0.02;
  return moves
    ? { tone: 'moving', icon: 'navigate', key: 'MOVING' }
    : { tone: 'quiet', icon: 'stop', key: 'STANDING' };
};
type Activity =
  | Exclude<Session['limited'], 'NONE'>
  | 'OPENING'
  | 'CLOSING'
  | 'HALTED'
  | 'MOVING'
  | 'STANDING';

/** State, speed, and the round-trip time of a frame from this page to the robot. */
export function DriveFigures({ session, tripMs }: { session: Session; tripMs: number | null }) {
  const { t } = useTranslation('devices/control');
  const { latencyMs, slowed, v } = session;
  const wholeMs = latencyMs === null ? null : latencyMs + (tripMs ?? 0);
  const { tone, key } = latencyLevel(wholeMs);
  const now = activityOf(session);
  return (
    <div className="sl-drive-figures">
      <div role="status" aria-live="polite">
        <StateMark tone={now.tone} icon={now.icon} word={t(`doing.${now.key}`)} />
        {slowed && <small>{t('slowed')}</small>}
      </div>
      <dl>
        <div>
          <dt>{t('speedNow')}</dt>
          <dd>
            {formatNumber(Math.abs(v), 2)} <small>m/s</small>
          </dd>
        </div>
        <div title={t('latencyHint')}>
          <dt>{t('latency')}</dt>
          <dd>
            <StateMark
              tone={tone}
              icon="signal"
              word={
                wholeMs === null ? t('pace.unknown') : `${formatNumber(wholeMs)} ms · ${t(`pace.${key}`)}`
              }
            />
          </dd>
        </div>
      </dl>
    </div>
  );
}
