import { pages, rideCalls } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { ShaftCard } from './shaft-card.tsx';
import { useLiftsLive } from './use-lifts-live.ts';

const renewMs = 15_000;
const pageSize = 50;

/** The elevators as they are now. */
export const ShaftGrid = (props: { elevatorId: string | undefined }) => (
  <div className="ride-now">
    <Shafts {...props} />
  </div>
);

function Shafts({ elevatorId }: { elevatorId: string | undefined }) {
  const { t } = useTranslation('places/rides');
  const { data, error, refetch } = useQuery({
    ...callQuery(rideCalls.shafts, { pageSize, ...(elevatorId !== undefined && { elevatorId }) }),
    placeholderData: keepPreviousData,
    // A module that falls silent pushes nothing.
    refetchInterval: renewMs,
    meta: { silent: true },
  });
  useLiftsLive(data?.list.map((shaft) => shaft.elevatorId) ?? []);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={6} />;
  if (data.list.length === 0)
    return (
      <p className="ride-none">
        {t('noShafts')} <Link to={pages.elevators()}>{t('toElevators')}</Link>
      </p>
    );
  return (
    <ul className="ride-shafts" aria-label={t('now')}>
      {data.list.map((shaft) => (
        <ShaftCard key={shaft.elevatorId} shaft={shaft} />
      ))}
      {data.total > data.list.length && <li>{t('moreShafts', { count: data.total - data.list.length })}</li>}
    </ul>
  );
}
