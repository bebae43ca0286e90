import { settingsProfileCalls, type SettingsProfile } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../kit/form/confirm-dialog.tsx';
import { useAction } from '../../kit/api/use-action.ts';

export function ProfileRemoveDialog({ profile, onClose }: { profile: SettingsProfile; onClose: () => void }) {
  const { t } = useTranslation('settings-rollouts');
  const { id, version, name } = profile;
  const remove = useAction(settingsProfileCalls.remove, { done: t('removed', { name }), after: onClose });
  return (
    <ConfirmDialog
      title={t('removeTitle', { name })}
      act={t('remove')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ id, version })}
      onClose={onClose}
    >
      {t('removeHint')}
    </ConfirmDialog>
  );
}
