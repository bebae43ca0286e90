import { shellCalls, type ShellSession } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../kit/api/use-action.ts';
import { ConfirmDialog } from '../../kit/form/confirm-dialog.tsx';
import { Button } from '../../kit/ui/button.tsx';

/** Ends a shell, or withdraws a request that is not opened yet. */
export function EndButton({ session, isMine }: { session: ShellSession; isMine: boolean }) {
  const { t } = useTranslation('remote-shell');
  const [asks, setAsks] = useState(false);
  const close = () => setAsks(false);
  const end = useAction(shellCalls.close, { done: null, after: close });
  const { id, state, requester } = session;
  const isOpened = state !== 'REQUESTED' && state !== 'APPROVED';
  if (!isOpened) {
    return (
      <Button icon="close" busy={end.isPending} onClick={() => end.mutate({ id })}>
        {t(isMine ? 'withdraw' : 'cancelOf')}
      </Button>
    );
  }
  return (
    <>
      <Button look="danger" icon="stop" disabled={state === 'STOPPING'} onClick={() => setAsks(true)}>
        {t('end')}
      </Button>
      {asks && (
        <ConfirmDialog
          title={isMine ? t('endTitle') : t('endOfTitle', { name: requester.name })}
          act={t('end')}
          busy={end.isPending}
          onConfirm={() => end.mutate({ id })}
          onClose={close}
        >
          {t('endHint')}
        </ConfirmDialog>
      )}
    </>
  );
}
