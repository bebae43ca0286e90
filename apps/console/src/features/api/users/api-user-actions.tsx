import { apiUserCalls, type ApiUser } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { useAction } from '../../../kit/api/use-action.ts';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { ApiUserDialog } from './api-user-dialog.tsx';

type Opened = 'edit' | 'suspend' | 'revoke';

/** Edits an API user, suspends it or lets it go on, and ends it for good. */
export function ApiUserActions({ user }: { user: ApiUser }) {
  const { t } = useTranslation('api/users');
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const { id, name, state, suspendedAt } = user;
  const resume = useAction(apiUserCalls.resume, { done: t('resumed', { name }) });
  if (state === 'REVOKED') return null;
  return (
    <>
      <Allowed call={apiUserCalls.update}>
        <Button look="quiet" icon="edit" aria-label={t('edit')} onClick={() => setOpened('edit')} />
      </Allowed>
      <Allowed call={apiUserCalls.suspend}>
        {suspendedAt === null ? (
          <Button look="quiet" icon="pause" onClick={() => setOpened('suspend')}>
            {t('suspend')}
          </Button>
        ) : (
          <Button look="quiet" icon="play" busy={resume.isPending} onClick={() => resume.mutate({ id })}>
            {t('resume')}
          </Button>
        )}
        <Button look="quiet" icon="close" onClick={() => setOpened('revoke')}>
          {t('revoke')}
        </Button>
      </Allowed>
      {opened === 'edit' && <ApiUserDialog user={user} onClose={close} />}
      {opened === 'suspend' && (
        <ConfirmCallDialog
          title={t('suspendTitle', { name })}
          call={apiUserCalls.suspend}
          input={{ id }}
          act={t('suspend')}
          done={t('suspended', { name })}
          onClose={close}
        >
          {t('suspendHint')}
        </ConfirmCallDialog>
      )}
      {opened === 'revoke' && (
        <ConfirmCallDialog
          title={t('revokeTitle', { name })}
          call={apiUserCalls.revoke}
          input={{ id }}
          act={t('revoke')}
          done={t('revoked', { name })}
          onClose={close}
        >
          {t('revokeHint')}
        </ConfirmCallDialog>
      )}
    </>
  );
}
