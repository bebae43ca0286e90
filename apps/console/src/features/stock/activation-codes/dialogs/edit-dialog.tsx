import { activationCodeCalls, codeInGroups, type ActivationCode } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import { NoticeField, TermFields } from './term-fields.tsx';

interface Props {
  codes: [ActivationCode];
  onClose: (changed: boolean) => void;
}

/** Changes the terms of a code; of a used code only the recipient of the notice. */
export function EditDialog({ codes: [code], onClose }: Props) {
  const { t } = useTranslation('stock/activation-codes');
  const { id, version, usageType, useDays, useUntil, validUntil, noticeTo, companyId } = code;
  const unused = code.state === 'UNUSED';
  return (
    <FormDialog
      title={t('editTitle', { code: codeInGroups(code.code) })}
      call={activationCodeCalls.update}
      submit={t('save')}
      initial={{
        id,
        version,
        noticeToId: noticeTo?.id ?? null,
        ...(unused && { usageType, useDays, useUntil, validUntil }),
      }}
      onClose={() => onClose(false)}
    >
      {unused && <TermFields first={useUntil ? 'day' : useDays === null ? 'forGood' : 'days'} />}
      <NoticeField companyId={companyId} current={noticeTo} />
    </FormDialog>
  );
}
