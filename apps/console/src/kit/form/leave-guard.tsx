import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface Props {
  unsaved: boolean;
  /** Title of the dialog. */
  title?: string;
  /** Description of the changes that would be lost. */
  children?: ReactNode;
}

/** Asks for confirmation before the user leaves unsaved work: by a link, by going back, or by closing the tab. */
export function LeaveGuard({ unsaved, title, children }: Props) {
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
      title={title ?? t('leaveTitle')}
      act={t('leaveAct')}
      onConfirm={() => blocker.proceed()}
      onClose={() => blocker.reset()}
    >
      {children ?? t('leaveHint')}
    </ConfirmDialog>
  );
}
