import { mapCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { callQuery } from '../../../../kit/api/api.ts';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { usePageName } from '../../../../kit/ui/page-name.ts';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { ViewedMap } from './viewed-map.tsx';
import './map-page.css';

/** The published version of the map in the URL. */
export function MapPage() {
  const id = useSearchParams()[0].get('id') ?? '';
  const { data, error, refetch } = useQuery({
    ...callQuery(mapCalls.detail, { id }),
    meta: { silent: true },
  });
  usePageName(data?.name);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <div className="maps-page-loading">
        <Skeleton lines={6} />
      </div>
    );
  }
  return <ViewedMap key={id} map={data} />;
}
