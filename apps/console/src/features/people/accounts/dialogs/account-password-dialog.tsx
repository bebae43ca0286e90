import { accountCalls, type Account, type InitialPassword } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmCallDialog } from '../../../../kit/form/confirm-call-dialog.tsx';
import { OneTimePassword } from './one-time-password.tsx';

/** Issues a new initial password. The dialog names the account first, because an own password is lost. */
export function AccountPasswordDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation('people/accounts');
  const [created, setCreated] = useState<InitialPassword | null>(null);
  const { id, nickname: name, username, acts } = account;
  const how = acts.includes('init') ? 'init' : 'reset';
  const call = how === 'init' ? accountCalls.initPassword : accountCalls.resetPassword;
  if (created) return <OneTimePassword name={name} username={username} initial={created} onClose={onClose} />;
  return (
    <ConfirmCallDialog
      title={t(`${how}Title`, { name, username })}
      call={call}
      input={{ id }}
      act={t(how)}
      done={null}
      after={setCreated}
      onClose={onClose}
    >
      {t(`${how}Hint`)}
    </ConfirmCallDialog>
  );
}
