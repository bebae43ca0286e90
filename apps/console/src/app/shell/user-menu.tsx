import { nameOfAccount, pages } from '@sweepline/contract';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useReleaseNotes } from '../../features/people/announcements/use-release-notes.tsx';
import { usePasswordDialog } from '../../features/people/auth/use-password-dialog.tsx';
import { lazyPart } from '../../kit/api/chunks.ts';
import { RowMenu, type MenuItem } from '../../kit/list/row-menu.tsx';
import { useSession } from '../../kit/api/session.ts';
import { endView } from '../../shared/people/impersonation.ts';
import { requestSignOut, signOut, unsentAtSignOut } from './sign-out.ts';

const UnsentDialog = lazy(() =>
  lazyPart(() => import('../../kit/offline/unsent-dialog.tsx').then((m) => m.UnsentDialog)),
);

export function UserMenu() {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const user = useSession();
  const unsentCount = unsentAtSignOut.use();
  const notes = useReleaseNotes();
  const password = usePasswordDialog();
  if (!user) return null;
  const name = nameOfAccount(user);
  // An impersonating user must not change the password or the sign-ins of the viewed account.
  const own: MenuItem[] = [
    {
      key: 'security',
      text: t('titles.security'),
      icon: 'shield',
      run: () => void navigate(pages.security()),
    },
    {
      key: 'privacy',
      text: t('titles.privacy'),
      icon: 'unseen',
      run: () => void navigate(pages.privacy()),
    },
    { key: 'password', text: t('changePassword'), icon: 'key', run: password.open },
  ];
  const entries: MenuItem[] = [
    { key: 'home', text: t('home'), icon: 'home', run: () => void navigate('/') },
    {
      key: 'profile',
      text: t('titles.profile'),
      icon: 'user',
      run: () => void navigate(pages.profile()),
    },
    {
      key: 'shared',
      text: t('titles.shared'),
      icon: 'external',
      run: () => void navigate(pages.sharedDevices()),
    },
    ...(user.viewer ? [] : own),
    { key: 'releaseNotes', text: notes.title, icon: 'report', run: notes.open },
    user.viewer
      ? { key: 'signOut', text: t('view.end'), icon: 'unseen', separate: true, run: endView }
      : {
          key: 'signOut',
          text: t('signOut'),
          icon: 'logout',
          separate: true,
          run: () => void requestSignOut(),
        },
  ];
  return (
    <>
      <RowMenu label={name} items={entries}>
        <button type="button" className={notes.fresh ? 'sl-user release-notes-fresh' : 'sl-user'}>
          <span className="sl-avatar" aria-hidden="true">
            {[...name][0]?.toUpperCase()}
          </span>
          <span className="sl-user-words">
            <strong>{name}</strong>
            <small>{user.companyName}</small>
          </span>
        </button>
      </RowMenu>
      {notes.parts}
      {password.dialog}
      {unsentCount > 0 && (
        <Suspense>
          <UnsentDialog
            count={unsentCount}
            act={t('signOut')}
            onConfirm={signOut}
            onClose={() => unsentAtSignOut.set(0)}
          />
        </Suspense>
      )}
    </>
  );
}
