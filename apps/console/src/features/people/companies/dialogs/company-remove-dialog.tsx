import { companyCalls, holdingTexts } from '@sweepline/contract';
import { Dialog } from '../../../../kit/form/dialog.tsx';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';
import { ConfirmCallDialog } from '../../../../kit/form/confirm-call-dialog.tsx';
import { formatNumber } from '../../../../kit/format/format.ts';
import { currentLang } from '../../../../kit/format/lang.ts';
import type { ActProps } from '../company-address.ts';
import { useCompany } from '../use-company.ts';

/** Confirms the deletion of an empty company; of another company it shows what it contains. */
export function CompanyRemoveDialog({ company: { id, name }, onClose, onRemoved }: ActProps) {
  const { t } = useTranslation('people/companies');
  const { t: kit } = useTranslation('kit');
  const { data } = useCompany(id);
  const after = () => {
    onClose();
    onRemoved?.();
  };
  if (!data) return null;
  if (data.holdings.length > 0) {
    return (
      <Dialog
        open
        title={t('remove.blocked', { name })}
        width={420}
        onCancel={onClose}
        footer={<Button onClick={onClose}>{kit('close')}</Button>}
      >
        <p>{t('remove.blockedHint')}</p>
        <ul>
          {data.holdings.map(({ what, count }) => (
            <li key={what}>
              {holdingTexts[what][currentLang()]}: {formatNumber(count)}
            </li>
          ))}
        </ul>
      </Dialog>
    );
  }
  return (
    <ConfirmCallDialog
      title={t('remove.title', { name })}
      call={companyCalls.remove}
      input={{ id }}
      act={t('remove.act')}
      done={t('remove.done', { name })}
      after={after}
      onClose={onClose}
    >
      {t('remove.hint')}
    </ConfirmCallDialog>
  );
}
