import { pages, settingModels, settingsProfileCalls, type SettingsProfile } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { CallError } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { may } from '../../../kit/api/may.ts';
import { session } from '../../../kit/api/session.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { ProfileFields, type ProfileHead } from './profile-fields.tsx';
import { ProfileValues } from './profile-values.tsx';

/** Form for the name and the settings of a profile. The settings can be copied from a robot. */
export function ProfileForm({ profile }: { profile: SettingsProfile | null }) {
  const { t } = useTranslation('devices/settings-rollouts');
  const navigate = useNavigate();
  const [head, setHead] = useState<ProfileHead>({
    name: profile?.name ?? '',
    remark: profile?.remark ?? '',
    model: profile?.model ?? settingModels[0],
    companyId: profile?.companyId ?? session.user()?.companyId ?? '',
  });
  const { name, remark, model, companyId } = head;
  const [values, setValues] = useState<Record<string, unknown>>(profile?.values ?? {});
  const [faults, setFaults] = useState<Record<string, string>>({});
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
        <ProfileFields
          profile={profile}
          head={head}
          onChange={(change) => setHead({ ...head, ...change })}
          onModel={(model) => {
            setHead({ ...head, model });
            setValues({});
          }}
        />
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
