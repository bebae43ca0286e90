import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../kit/api/chunks.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';

const DriveCamera = lazy(() =>
  lazyPart(() => import('../../../shared/video/drive-camera.tsx').then((m) => m.DriveCamera)),
);

interface Props {
  device: { id: string; name: string };
  online: boolean;
  /** The user may have the right to watch the cameras of this device. */
  mayWatch: boolean;
  map: ReactNode;
  /** The controls; blind while the open picture is too old to drive by. */
  children: (isBlind: boolean) => ReactNode;
}

/** The floor around a robot with the picture ahead of it, and its controls. The picture is opened by hand: watching is recorded. */
export function DriveView({ device, online, mayWatch, map, children }: Props) {
  const { t } = useTranslation('devices/control');
  const [isWatching, setWatching] = useState(false);
  const [isBlind, setBlind] = useState(false);
  return (
    <div className="sl-drive">
      <div className="sl-drive-floor" data-watching={isWatching || undefined}>
        {map}
        {isWatching && (
          <Suspense fallback={<Skeleton lines={4} />}>
            <DriveCamera
              deviceId={device.id}
              name={device.name}
              online={online}
              onFrozen={setBlind}
              onClose={() => setWatching(false)}
            />
          </Suspense>
        )}
        {mayWatch && !isWatching && (
          <div className="sl-drive-watch">
            <Button icon="camera" onClick={() => setWatching(true)}>
              {t('showCamera')}
            </Button>
          </div>
        )}
      </div>
      <aside className="sl-drive-side">{children(isBlind)}</aside>
    </div>
  );
}
