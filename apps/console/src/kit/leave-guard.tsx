import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

/** Asks before a person leaves work that was not saved: by a link, by going back, by closing the tab. */
export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const { t } = useTranslation('kit');
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: next }) =>
      unsaved && here.pathname + here.search !== next.pathname + next.search,
  );
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [unsaved]);
  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={t('leaveTitle')}
      act={t('leaveAct')}
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    >
      {t('leaveHint')}
    </ConfirmDialog>
  );
}
