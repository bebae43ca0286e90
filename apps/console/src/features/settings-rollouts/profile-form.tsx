import { pages, settingModels, settingsProfileCalls, type SettingsProfile } from '@sweepline/contract';
import { Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CallError } from '../../kit/api/api.ts';
import { Button } from '../../kit/ui/button.tsx';
import { may } from '../../kit/api/may.ts';
import { session } from '../../kit/api/session.ts';
import { useAction } from '../../kit/api/use-action.ts';
import { useCompanyChoices } from '../../shared/company-filter/use-company-choices.ts';
import { ProfileValues } from './profile-values.tsx';

/** Form for the name and the settings of a profile. The settings can be copied from a robot. */
export function ProfileForm({ profile }: { profile: SettingsProfile | null }) {
  const { t } = useTranslation('settings-rollouts');
  const navigate = useNavigate();
  const [name, setName] = useState(profile?.name ?? '');
  const [remark, setRemark] = useState(profile?.remark ?? '');
  const [model, setModel] = useState(profile?.model ?? settingModels[0]);
  const [companyId, setCompanyId] = useState(profile?.companyId ?? session.user()?.companyId ?? '');
  const [values, setValues] = useState<Record<string, unknown>>(profile?.values ?? {});
  const [faults, setFaults] = useState<Record<string, string>>({});
  const companies = useCompanyChoices();
  const readOnly = !may(settingsProfileCalls.update.allow);
  const onError = (error: Error) => setFaults(error instanceof CallError ? error.fields : {});
  const create = useAction(settingsProfileCalls.create, {
    done: t('profileCreated', { name }),
    after: ({ id }) => void navigate(pages.settingsProfile({ id }), { replace: true }),
  });
  const update = useAction(settingsProfileCalls.update, { done: t('profileSaved', { name }) });
  const save = () => {
    setFaults({});
    if (profile)
      update.mutate({ id: profile.id, version: profile.version, name, remark, values }, { onError });
    else create.mutate({ name, remark, companyId, model, values }, { onError });
  };
  return (
    <form
      className="sr-form"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <fieldset disabled={readOnly}>
        <label>
          {t('name')}
          <Input value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
        </label>
        <label>
          {t('remark')}
          <Input value={remark} maxLength={200} onChange={(event) => setRemark(event.target.value)} />
        </label>
        {!profile && companies.options.length > 1 && (
          <label>
            {t('company')}
            <Select
              value={companyId}
              showSearch={{ onSearch: companies.search, filterOption: false }}
              options={companies.options}
              onChange={setCompanyId}
            />
          </label>
        )}
        <label>
          {t('model')}
          <Select
            value={model}
            disabled={profile !== null}
            options={settingModels.map((value) => ({ value, label: value }))}
            onChange={(next) => {
              setModel(next);
              setValues({});
            }}
          />
        </label>
      </fieldset>
      <ProfileValues
        key={model}
        model={model}
        values={values}
        faults={faults}
        readOnly={readOnly}
        onChange={setValues}
      />
      {!readOnly && (
        <footer>
          <Button
            look="main"
            type="submit"
            busy={create.isPending || update.isPending}
            disabled={name.trim() === '' || Object.keys(values).length === 0}
          >
            {profile ? t('save') : t('createProfile')}
          </Button>
          <span className="sr-note">{t('settings', { count: Object.keys(values).length })}</span>
        </footer>
      )}
    </form>
  );
}
