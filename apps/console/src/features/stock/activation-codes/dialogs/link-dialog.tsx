import { activationCodeCalls, type ActivationCode } from '@sweepline/contract';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCompanyChoices } from '../../../../shared/company-filter/use-company-choices.ts';
import { ActDialog } from './act-dialog.tsx';

interface Props {
  codes: ActivationCode[];
  onClose: (changed: boolean) => void;
}

/** Assigns codes to a company; robots activated with them belong to it. */
export function LinkDialog({ codes, onClose }: Props) {
  const { t } = useTranslation('stock/activation-codes');
  const [companyId, setCompanyId] = useState<string>();
  const { options, search } = useCompanyChoices();
  return (
    <ActDialog
      title={t('linkTitle', { count: codes.length })}
      hint={t('linkHint')}
      act={t('link')}
      codes={codes}
      call={activationCodeCalls.link}
      input={(ids) => (companyId ? { ids, companyId } : undefined)}
      onClose={onClose}
    >
      <label className="code-field">
        <span>{t('company')}</span>
        <Select
          autoFocus
          aria-label={t('company')}
          value={companyId ?? null}
          onChange={(next) => setCompanyId(next ?? undefined)}
          showSearch={{ onSearch: search, filterOption: false }}
          options={options}
        />
      </label>
    </ActDialog>
  );
}
