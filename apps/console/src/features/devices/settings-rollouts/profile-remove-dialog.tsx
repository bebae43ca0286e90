import { settingsProfileCalls, type SettingsProfile } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';

export function ProfileRemoveDialog({ profile, onClose }: { profile: SettingsProfile; onClose: () => void }) {
  const { t } = useTranslation('devices/settings-rollouts');
  const { id, version, name } = profile;
  return (
    <ConfirmCallDialog
      title={t('removeTitle', { name })}
      call={settingsProfileCalls.remove}
      input={{ id, version }}
      act={t('remove')}
      done={t('removed', { name })}
      onClose={onClose}
    >
      {t('removeHint')}
    </ConfirmCallDialog>
  );
}
