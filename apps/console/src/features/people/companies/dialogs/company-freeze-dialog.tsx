import { companyCalls } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ConfirmCallDialog } from '../../../../kit/form/confirm-call-dialog.tsx';
import type { ActProps } from '../company-address.ts';
import { useCompany } from '../use-company.ts';

export function CompanyFreezeDialog({ company: { id, name }, onClose }: ActProps) {
  const { t } = useTranslation('people/companies');
  const { data } = useCompany(id);
  if (!data) return null;
  return (
    <ConfirmCallDialog
      title={t('freeze.title', { name })}
      call={companyCalls.freeze}
      input={{ id }}
      act={t('freeze.act')}
      done={t('freeze.done', { name })}
      onClose={onClose}
    >
      {t('freeze.hint', { count: data.company.accountCount })}
    </ConfirmCallDialog>
  );
}
