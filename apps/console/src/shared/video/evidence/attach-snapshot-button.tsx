import { attachPermissions, videoCalls, videoSnapshotCalls, type AttachedToKind } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { lazyPart } from '../../../kit/api/chunks.ts';
import { may } from '../../../kit/api/may.ts';
import { Button } from '../../../kit/ui/button.tsx';
import type { AttachTarget } from './use-attach.ts';

// The page of an alarm, report or order loads no video until the dialog opens.
const PickDialog = lazy(() => lazyPart(() => import('./pick-dialog.tsx').then((m) => m.PickDialog)));

interface Props {
  target: AttachTarget;
  deviceId: string;
  deviceName: string;
}

export const mayAttach = (kind: AttachedToKind): boolean =>
  may(videoSnapshotCalls.attach.allow) && may(attachPermissions[kind]);

/** Attaches a snapshot of the robot, or a new one. Not shown where the robot has no cameras. */
export function AttachSnapshotButton({ target, deviceId, deviceName }: Props) {
  const { t } = useTranslation('video');
  const [isOpen, setOpen] = useState(false);
  const isAllowed = mayAttach(target.kind);
  const { data } = useQuery({
    ...callQuery(videoCalls.standing, { deviceId }),
    enabled: isAllowed,
    meta: { silent: true },
  });
  if (!isAllowed || !data?.supported) return null;
  return (
    <>
      <Button icon="camera" onClick={() => setOpen(true)}>
        {t('evidence.attach')}
      </Button>
      {isOpen && (
        <Suspense>
          <PickDialog {...{ target, deviceId, deviceName }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
