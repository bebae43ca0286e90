import { authCalls } from '@sweepline/contract';
import { Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useReleaseNotes } from '../features/announcements/use-release-notes.tsx';
import { send } from '../kit/api.ts';
import { Icon } from '../kit/icon.tsx';
import type { IconName } from '../kit/icons.ts';
import { session, useSession } from '../kit/session.ts';
import { endView } from '../kit/view-as.ts';

/** The person leaves at once; the server is told beside it, and a dead line does not keep anybody signed in. */
function signOut() {
  void send(authCalls.logout, {}, { quiet: true }).catch(() => {});
  history.replaceState(null, '', '/login');
  session.close();
}

export function UserMenu() {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const user = useSession();
  const notes = useReleaseNotes();
  if (!user) return null;
  const name = user.nickname || user.username;
  const entries: { key: string; text: string; icon: IconName; run: () => void }[] = [
    { key: 'home', text: t('home'), icon: 'home', run: () => void navigate('/') },
    {
      key: 'profile',
      text: t('titles.profile'),
      icon: 'user',
      run: () => void navigate('/account/profile'),
    },
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
          items: entries.flatMap(({ key, text, icon }) => [
            ...(key === 'signOut' ? [{ type: 'divider' as const }] : []),
            { key, label: text, icon: <Icon name={icon} size={15} /> },
          ]),
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
    </>
  );
}
