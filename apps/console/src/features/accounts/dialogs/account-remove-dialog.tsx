import { accountCalls, type Account } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../kit/form/confirm-dialog.tsx';
import { useAction } from '../../../kit/api/use-action.ts';

interface Props {
  account: Account;
  onClose: () => void;
  onRemoved?: () => void;
}

export function AccountRemoveDialog({ account, onClose, onRemoved = onClose }: Props) {
  const { t } = useTranslation('accounts');
  const { nickname: name, username } = account;
  const remove = useAction(accountCalls.remove, {
    done: t('removed', { name }),
    after: () => {
      onClose();
      onRemoved();
    },
  });
  return (
    <ConfirmDialog
      title={t('removeTitle', { name, username })}
      act={t('remove')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ ids: [account.id] })}
      onClose={onClose}
    >
      {t('removeHint')}
    </ConfirmDialog>
  );
}
