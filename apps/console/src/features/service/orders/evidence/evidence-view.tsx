import { workOrderEvidenceCalls, type WorkOrderEvidence } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../../kit/api/api.ts';
import { formatPercent, formatTimeExact } from '../../../../kit/format/format.ts';
import { CopyButton } from '../../../../kit/ui/copy-button.tsx';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { StateMark } from '../../../../kit/ui/state-mark.tsx';
import { EventList } from '../../../../shared/timeline/event-list.tsx';
import { MomentWords } from '../../../../shared/timeline/moment-words.tsx';
import { PeriodMap } from '../../../../shared/timeline/period-map.tsx';
import { momentOf, poseAt } from '../../../../shared/timeline/period-moment.ts';
import { Timeline } from '../../../../shared/timeline/timeline.tsx';
import { useWords } from '../../../../shared/words/use-words.ts';
import { EvidenceFacts } from './evidence-facts.tsx';
import { ReplayButton } from './replay-button.tsx';
import { useReplay } from './use-replay.ts';
import './evidence.css';

/** What was known of the robot when the order was made, and the ten minutes before as a replay. */
export function EvidenceView({ orderId }: { orderId: string }) {
  const { data, error, refetch } = useQuery({
    ...callQuery(workOrderEvidenceCalls.evidence, { id: orderId }),
    // It is never changed.
    staleTime: Infinity,
    meta: { silent: true },
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  return (
    <div className="evidence">
      <Seal takenAt={data.content.takenAt} fingerprint={data.fingerprint} matches={data.matches} />
      <Replay content={data.content} />
      <EvidenceFacts content={data.content} />
    </div>
  );
}

interface SealProps {
  takenAt: string;
  fingerprint: string;
  matches: boolean;
}

/** When it was taken, and whether it is still what was taken. */
function Seal({ takenAt, fingerprint, matches }: SealProps) {
  const { t } = useTranslation('service/orders/evidence');
  return (
    <header className="evidence-seal">
      <span>{t('takenAt', { at: formatTimeExact(takenAt) })}</span>
      <StateMark
        tone={matches ? 'working' : 'fault'}
        icon={matches ? 'shield' : 'alert'}
        word={t(matches ? 'unchanged' : 'changed')}
      />
      <span className="evidence-print">
        {t('fingerprint')} <code title={fingerprint}>{fingerprint.slice(0, 16)}</code>
        <CopyButton text={fingerprint} what={t('fingerprint')} />
      </span>
    </header>
  );
}

function Replay({ content }: { content: WorkOrderEvidence }) {
  const { t } = useTranslation('service/orders/evidence');
  const { t: timeline } = useTranslation('timeline');
  const { word } = useWords();
  const { period, device, map } = content;
  const [start, end] = [Date.parse(period.from), Date.parse(period.to)];
  const { at, isPlaying, moveTo, toggle } = useReplay(start, end);
  const { soc, mode, alarms } = momentOf(period, at);
  const words = [
    formatTimeExact(new Date(at).toISOString()),
    `${timeline('lanes.battery')} ${formatPercent(soc)}`,
    mode && word('mode', mode),
    timeline('openAlarms', { count: alarms.length }),
  ];
  const floor = map && { name: t('version', { map: map.name, version: map.version }), ground: map.ground };
  // Another map than that of the evidence is not kept.
  const isOnMap = poseAt(period, at)?.part.mapId === map?.id;
  return (
    <div className="evidence-replay">
      <div className="evidence-axis">
        <ReplayButton isPlaying={isPlaying} onToggle={toggle} />
        <Timeline
          detail={period}
          at={at}
          words={words.filter(Boolean).join(', ')}
          onAt={moveTo}
          onEnd={() => moveTo(end)}
        />
        {period.more && <p className="evidence-note">{t('more')}</p>}
        <MomentWords detail={period} at={at} isLive={false} />
        <EventList detail={period} at={at} onAt={moveTo} />
      </div>
      <PeriodMap
        name={device.name}
        period={period}
        at={at}
        map={isOnMap && floor ? floor : undefined}
        turnDeg={device.mapRotation}
      />
    </div>
  );
}
