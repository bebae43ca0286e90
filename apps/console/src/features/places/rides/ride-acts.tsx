import { rideCalls, type RideDetail } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { AbortDialog, ReleaseDialog } from './dialogs/reason-dialogs.tsx';

/** Ends a ride that waits, and frees the car of one that failed. */
export function RideActs({ ride: { id, mayAbort, mayRelease } }: { ride: RideDetail }) {
  const { t } = useTranslation('places/rides');
  const [dialog, setDialog] = useState<'abort' | 'release' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      {mayAbort && (
        <Allowed call={rideCalls.abort}>
          <Button look="danger" icon="close" onClick={() => setDialog('abort')}>
            {t('abort')}
          </Button>
        </Allowed>
      )}
      {mayRelease && (
        <Allowed call={rideCalls.release}>
          <Button look="danger" icon="elevator" onClick={() => setDialog('release')}>
            {t('release')}
          </Button>
        </Allowed>
      )}
      {dialog === 'abort' && <AbortDialog id={id} onClose={close} />}
      {dialog === 'release' && <ReleaseDialog id={id} onClose={close} />}
    </>
  );
}
