import { settingModels, type SettingsProfile } from '@sweepline/contract';
import { Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCompanyChoices } from '../../../shared/company-filter/use-company-choices.ts';

export interface ProfileHead {
  name: string;
  remark: string;
  model: SettingsProfile['model'];
  companyId: string;
}

interface Props {
  /** The stored profile. Its company and model do not change. */
  profile: SettingsProfile | null;
  head: ProfileHead;
  onChange: (change: Partial<ProfileHead>) => void;
  /** Another model has other settings. */
  onModel: (model: ProfileHead['model']) => void;
}

/** The name, remark, company and model of a profile. */
export function ProfileFields({ profile, head, onChange, onModel }: Props) {
  const { t } = useTranslation('devices/settings-rollouts');
  const companies = useCompanyChoices();
  return (
    <>
      <label>
        {t('name')}
        <Input value={head.name} maxLength={60} onChange={({ target }) => onChange({ name: target.value })} />
      </label>
      <label>
        {t('remark')}
        <Input
          value={head.remark}
          maxLength={200}
          onChange={({ target }) => onChange({ remark: target.value })}
        />
      </label>
      {!profile && companies.options.length > 1 && (
        <label>
          {t('company')}
          <Select
            value={head.companyId}
            showSearch={{ onSearch: companies.search, filterOption: false }}
            options={companies.options}
            onChange={(companyId) => onChange({ companyId })}
          />
        </label>
      )}
      <label>
        {t('model')}
        <Select
          value={head.model}
          disabled={profile !== null}
          options={settingModels.map((value) => ({ value, label: value }))}
          onChange={onModel}
        />
      </label>
    </>
  );
}
