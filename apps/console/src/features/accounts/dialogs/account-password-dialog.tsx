import { accountCalls, type Account, type InitialPassword } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../kit/form/confirm-dialog.tsx';
import { useAction } from '../../../kit/api/use-action.ts';
import { OneTimePassword } from './one-time-password.tsx';

/** Issues a new initial password. The dialog names the account first, because an own password is lost. */
export function AccountPasswordDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation('accounts');
  const [created, setCreated] = useState<InitialPassword | null>(null);
  const { id, nickname: name, username, acts } = account;
  const how = acts.includes('init') ? 'init' : 'reset';
  const call = how === 'init' ? accountCalls.initPassword : accountCalls.resetPassword;
  const issue = useAction(call, { done: null, after: setCreated });
  if (created) return <OneTimePassword name={name} username={username} initial={created} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={t(`${how}Title`, { name, username })}
      act={t(how)}
      busy={issue.isPending}
      onConfirm={() => issue.mutate({ id })}
      onClose={onClose}
    >
      {t(`${how}Hint`)}
    </ConfirmDialog>
  );
}
