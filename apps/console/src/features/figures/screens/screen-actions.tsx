import { screenCalls, type Screen } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../kit/api/may.ts';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { Button } from '../../../kit/ui/button.tsx';

interface Props {
  screen: Screen;
  onEdit: (screen: Screen) => void;
}

/** Edits a display, or cuts it off at once. */
export function ScreenActions({ screen, onEdit }: Props) {
  const { t } = useTranslation('figures/screens');
  const [revoking, setRevoking] = useState(false);
  const { id, name, state } = screen;
  if (state === 'REVOKED' || !may(screenCalls.update.allow)) return null;
  return (
    <>
      <Button look="quiet" icon="edit" aria-label={t('edit')} onClick={() => onEdit(screen)} />
      <Button look="quiet" icon="close" onClick={() => setRevoking(true)}>
        {t('revoke')}
      </Button>
      {revoking && (
        <ConfirmCallDialog
          title={t('revokeTitle', { name })}
          call={screenCalls.revoke}
          input={{ id }}
          act={t('revoke')}
          done={t('revoked', { name })}
          onClose={() => setRevoking(false)}
        >
          {t('revokeHint')}
        </ConfirmCallDialog>
      )}
    </>
  );
}
