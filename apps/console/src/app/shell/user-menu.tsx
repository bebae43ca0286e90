import { authCalls, pages } from '@sweepline/contract';
import { Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useReleaseNotes } from '../../features/announcements/use-release-notes.tsx';
import { usePasswordDialog } from '../../features/auth/use-password-dialog.tsx';
import { send } from '../../kit/api/api.ts';
import { Icon } from '../../kit/ui/icon.tsx';
import type { IconName } from '../../kit/ui/icons.ts';
import { session, useSession } from '../../kit/api/session.ts';
import { endView } from '../../shared/people/impersonation.ts';

/** Signs out at once. The request to the server runs in the background, so that a lost connection does not prevent it. */
function signOut() {
  void send(authCalls.logout, {}, { quiet: true }).catch(() => {});
  history.replaceState(null, '', '/login');
  session.close();
}

interface Entry {
  key: string;
  text: string;
  icon: IconName;
  run: () => void;
}

const itemsOf = ({ key, text, icon }: Entry) => [
  ...(key === 'signOut' ? [{ type: 'divider' as const }] : []),
  { key, label: text, icon: <Icon name={icon} size={15} /> },
];

export function UserMenu() {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const user = useSession();
  const notes = useReleaseNotes();
  const password = usePasswordDialog();
  if (!user) return null;
  const name = user.nickname || user.username;
  // An impersonating user must not change the password or the sign-ins of the viewed account.
  const own: Entry[] = [
    {
      key: 'security',
      text: t('titles.security'),
      icon: 'shield',
      run: () => void navigate(pages.security()),
    },
    { key: 'password', text: t('changePassword'), icon: 'key', run: password.open },
  ];
  const entries: Entry[] = [
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
      ? { key: 'signOut', text: t('view.end'), icon: 'unseen', run: endView }
      : { key: 'signOut', text: t('signOut'), icon: 'logout', run: signOut },
  ];
  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items: entries.flatMap(itemsOf),
          onClick: ({ key }) => entries.find((entry) => entry.key === key)?.run(),
        }}
      >
        <button type="button" className={notes.fresh ? 'sl-user release-notes-fresh' : 'sl-user'}>
          <span className="sl-avatar" aria-hidden="true">
            {[...name][0]?.toUpperCase()}
          </span>
          <span className="sl-user-words">
            <strong>{name}</strong>
            <small>{user.companyName}</small>
          </span>
        </button>
      </Dropdown>
      {notes.parts}
      {password.dialog}
    </>
  );
}
