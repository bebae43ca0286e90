import { accountCalls, type Account } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../kit/form/confirm-dialog.tsx';
import { useAction } from '../../../kit/api/use-action.ts';

export function AccountDisableDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const { t } = useTranslation('accounts');
  const { nickname: name, username } = account;
  const disable = useAction(accountCalls.disable, { done: t('disabledDone', { name }), after: onClose });
  return (
    <ConfirmDialog
      title={t('disableTitle', { name, username })}
      act={t('disable')}
      busy={disable.isPending}
      onConfirm={() => disable.mutate({ ids: [account.id] })}
      onClose={onClose}
    >
      {t('disableHint')}
    </ConfirmDialog>
  );
}
