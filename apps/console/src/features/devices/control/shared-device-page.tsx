import { receivedShareCalls, sharedTopic, type ReceivedShare } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { fetchBytes, callQuery } from '../../../kit/api/api.ts';
import { lazyPart } from '../../../kit/api/chunks.ts';
import { Segments } from '../../../kit/ui/segments.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { formatTime } from '../../../kit/format/format.ts';
import { usePageName } from '../../../kit/ui/page-name.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { useLive } from '../../../kit/api/use-live.ts';
import './drive.css';
import { DriveMap } from './drive-map.tsx';
import { DrivePanel } from './drive-panel.tsx';
import { DriveView } from './drive-view.tsx';

const renewMs = 30_000;

const VideoPanel = lazy(() =>
  lazyPart(() => import('../../../shared/video/video-panel.tsx').then((m) => m.VideoPanel)),
);

/** The floor plan, for accounts with a share. */
const usePicture = (shareId: string, there: boolean) =>
  useQuery({
    queryKey: ['receivedShares', 'ground', shareId],
    queryFn: async ({ signal }) =>
      new Blob([await fetchBytes(receivedShareCalls.ground, { shareId }, signal)], { type: 'image/png' }),
    enabled: there,
    staleTime: Infinity,
    meta: { silent: true },
  }).data;

/** A device shared with this account: its position, and its controls when the share includes them. */
export function SharedDevicePage() {
  const { t } = useTranslation('devices/control');
  const [params] = useSearchParams();
  const shareId = params.get('share') ?? '';
  const input = { shareId };
  const { data, error, refetch } = useQuery({
    ...callQuery(receivedShareCalls.detail, input),
    refetchInterval: renewMs,
    meta: { silent: true },
  });
  useLive(data ? sharedTopic(data.share.deviceId) : null, receivedShareCalls.detail, input, (old, { live }) =>
    live ? { ...old, live } : old,
  );
  usePageName(data?.share.nickname);
  const picture = usePicture(shareId, Boolean(data?.map));
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={6} />;
  const { share, live, map } = data;
  return (
    <div className="sl-shared">
      <header className="sl-shared-head">
        <h1>{share.nickname}</h1>
        <p>
          {share.sn} · {t('sharedBy', { company: share.companyName, by: share.givenBy })} ·{' '}
          {share.endsAt ? t('sharedUntil', { at: formatTime(share.endsAt) }) : t('sharedForGood')}
        </p>
      </header>
      <SharedViews share={share} online={live.connection.state === 'ONLINE'}>
        <DriveView
          device={{ id: share.deviceId, name: share.nickname }}
          online={live.connection.state === 'ONLINE'}
          mayWatch={share.rights.includes('VIDEO') && share.rights.includes('CONTROL')}
          map={
            <DriveMap
              name={share.nickname}
              live={live}
              map={
                map && picture ? { ground: { ...map.ground, picture }, elements: map.elements } : undefined
              }
            />
          }
        >
          {(isBlind) =>
            share.rights.includes('CONTROL') ? (
              <DrivePanel
                deviceId={share.deviceId}
                name={share.nickname}
                shared
                online={live.connection.state === 'ONLINE'}
                heldRun={live.mode?.value.paused ?? false}
                isBlind={isBlind}
              />
            ) : (
              <Empty icon="seen" title={t('videoOnly')} hint={t('videoOnlyHint')} />
            )
          }
        </DriveView>
      </SharedViews>
    </div>
  );
}

interface ViewsProps {
  share: ReceivedShare;
  online: boolean;
  children: ReactNode;
}

/** The map and the cameras of a device, where the share includes the cameras. */
function SharedViews({ share: { deviceId, nickname, rights }, online, children }: ViewsProps) {
  const { t } = useTranslation('devices/control');
  const [view, setView] = useState('map');
  if (!rights.includes('VIDEO')) return children;
  return (
    <>
      <div className="sl-drive-views">
        <Segments
          label={t('views')}
          value={view}
          options={[
            { value: 'map', text: t('map') },
            { value: 'video', text: t('video') },
          ]}
          onChange={setView}
        />
      </div>
      {view === 'map' ? (
        children
      ) : (
        <Suspense fallback={<Skeleton lines={6} />}>
          <VideoPanel deviceId={deviceId} name={nickname} online={online} />
        </Suspense>
      )}
    </>
  );
}
