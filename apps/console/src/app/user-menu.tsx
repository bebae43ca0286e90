import { authCalls } from '@sweepline/contract';
import { Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { send } from '../kit/api.ts';
import { Icon } from '../kit/icon.tsx';
import { session, useSession } from '../kit/session.ts';

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
  if (!user) return null;
  const name = user.nickname || user.username;
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          { key: 'home', label: t('home'), icon: <Icon name="home" size={15} /> },
          { type: 'divider' },
          { key: 'signOut', label: t('signOut'), icon: <Icon name="logout" size={15} /> },
        ],
        onClick: ({ key }) => (key === 'home' ? void navigate('/') : signOut()),
      }}
    >
      <button type="button" className="sl-user">
        <span className="sl-avatar" aria-hidden="true">
          {[...name][0]?.toUpperCase()}
        </span>
        <span className="sl-user-words">
          <strong>{name}</strong>
          <small>{user.companyName}</small>
        </span>
      </button>
    </Dropdown>
  );
}
