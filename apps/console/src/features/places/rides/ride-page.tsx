import { pages, rideCalls, type RideDetail } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { formatTimeExact, unknown } from '../../../kit/format/format.ts';
import { OverviewPage } from '../../../kit/page/overview-page.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { usePageName } from '../../../kit/ui/page-name.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { RideActs } from './ride-acts.tsx';
import { RideEvents } from './ride-events.tsx';
import { RideMark } from './ride-mark.tsx';
import './rides.css';
import { useCodeText } from './use-code-text.ts';
import { useLiftsLive } from './use-lifts-live.ts';

/** One ride: its times, and what happened as a timeline. */
export function RidePage() {
  const { t } = useTranslation('places/rides');
  const id = useSearchParams()[0].get('id') ?? '';
  const { data, error, refetch } = useQuery({
    ...callQuery(rideCalls.detail, { id }),
    meta: { silent: true },
  });
  useLiftsLive(data?.elevator ? [data.elevator.id] : []);
  const robot = data?.device?.name ?? t('otherRobot');
  const title = data && t('rideOf', { robot, from: data.fromFloor, to: data.toFloor });
  usePageName(title);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data || !title) return <Skeleton lines={10} />;
  return (
    <OverviewPage
      title={title}
      note={[data.elevator?.name ?? data.elevatorNumber, data.siteName].join(' · ')}
      actions={<RideActs ride={data} />}
    >
      <RideFacts ride={data} />
      <RideEvents events={data.events} />
    </OverviewPage>
  );
}

function RideFacts({ ride }: { ride: RideDetail }) {
  const { t } = useTranslation('places/rides');
  const codeText = useCodeText();
  const { device, carId, code, place, requestedAt, openedAt, boardedAt, leftAt, endedAt } = ride;
  const times = { requestedAt, openedAt, boardedAt, leftAt, endedAt };
  return (
    <dl className="ride-facts">
      <dt>{t('status')}</dt>
      <dd>
        <RideMark ride={ride} />
        {ride.holdsCar && <strong> {t('holdsCarHint')}</strong>}
      </dd>
      {code && (
        <>
          <dt>{t('why')}</dt>
          <dd>{codeText(code)}</dd>
        </>
      )}
      <dt>{t('place')}</dt>
      <dd>{t(`places.${place}`)}</dd>
      <dt>{t('robot')}</dt>
      <dd>{device ? <Link to={pages.device({ id: device.id })}>{device.name}</Link> : t('otherRobot')}</dd>
      <dt>{t('car')}</dt>
      <dd>{carId ?? unknown}</dd>
      {Object.entries(times).map(([name, at]) => (
        <TimeFact key={name} name={name as keyof typeof times} at={at} />
      ))}
    </dl>
  );
}

function TimeFact({
  name,
  at,
}: {
  name: 'requestedAt' | 'openedAt' | 'boardedAt' | 'leftAt' | 'endedAt';
  at: string | null;
}) {
  const { t } = useTranslation('places/rides');
  return (
    <>
      <dt>{t(name)}</dt>
      <dd>{at ? formatTimeExact(at) : unknown}</dd>
    </>
  );
}
