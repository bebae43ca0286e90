import { accountCalls, type Account } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ConfirmCallDialog } from '../../../../kit/form/confirm-call-dialog.tsx';

interface Props {
  account: Account;
  onClose: () => void;
  onRemoved?: () => void;
}

export function AccountRemoveDialog({ account, onClose, onRemoved = onClose }: Props) {
  const { t } = useTranslation('people/accounts');
  const { nickname: name, username } = account;
  return (
    <ConfirmCallDialog
      title={t('removeTitle', { name, username })}
      call={accountCalls.remove}
      input={{ ids: [account.id] }}
      act={t('remove')}
      done={t('removed', { name })}
      after={() => {
        onClose();
        onRemoved();
      }}
      onClose={onClose}
    >
      {t('removeHint')}
    </ConfirmCallDialog>
  );
}
