import { accountCalls, type Account } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ConfirmCallDialog } from '../../../../kit/form/confirm-call-dialog.tsx';

export function AccountDisableDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation('people/accounts');
  const { nickname: name, username } = account;
  return (
    <ConfirmCallDialog
      title={t('disableTitle', { name, username })}
      call={accountCalls.disable}
      input={{ ids: [account.id] }}
      act={t('disable')}
      done={t('disabledDone', { name })}
      onClose={onClose}
    >
      {t('disableHint')}
    </ConfirmCallDialog>
  );
}
