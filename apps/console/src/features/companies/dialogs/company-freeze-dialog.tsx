import { companyCalls } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../kit/form/confirm-dialog.tsx';
import { useAction } from '../../../kit/api/use-action.ts';
import type { ActProps } from '../company-address.ts';
import { useCompany } from '../use-company.ts';

export function CompanyFreezeDialog({ company: { id, name }, onClose }: ActProps) {
  const { t } = useTranslation('companies');
  const { data } = useCompany(id);
  const freeze = useAction(companyCalls.freeze, { done: t('freeze.done', { name }), after: onClose });
  if (!data) return null;
  return (
    <ConfirmDialog
      title={t('freeze.title', { name })}
      act={t('freeze.act')}
      busy={freeze.isPending}
      onConfirm={() => freeze.mutate({ id })}
      onClose={onClose}
    >
      {t('freeze.hint', { count: data.company.accountCount })}
    </ConfirmDialog>
  );
}
