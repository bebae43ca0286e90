import type { ChatUser } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import type { Column } from '../../../kit/list/column.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';

/** The columns of messaging-app users: the app user, the account, and since when. */
export function useChatUserColumns(): Column<ChatUser>[] {
  const { t } = useTranslation('people/chat-users');
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('person'),
        sort: 'name',
        cell: ({ name, app }) => (
          <>
            <strong>{name}</strong>
            <small>{t(`apps.${app}`)}</small>
          </>
        ),
      },
      {
        key: 'account',
        title: t('account'),
        sort: 'username',
        cell: ({ nickname, username }) => (
          <>
            <span>{nickname}</span>
            <small>{username}</small>
          </>
        ),
      },
      { key: 'company', title: t('company'), cell: ({ companyName }) => companyName },
      {
        key: 'state',
        title: t('state'),
        width: '150px',
        cell: ({ state }) => (
          <StateMark
            tone={state === 'LINKED' ? 'working' : 'quiet'}
            icon={state === 'LINKED' ? 'check' : 'close'}
            word={t(`states.${state}`)}
          />
        ),
      },
      {
        key: 'linked',
        title: t('linkedAt'),
        sort: 'linkedAt',
        width: '140px',
        cell: ({ linkedAt }) => <Ago at={linkedAt} />,
      },
      {
        key: 'unlinked',
        title: t('unlinkedAt'),
        width: '170px',
        cell: ({ unlinkedAt, unlinkedBy }) => (
          <>
            <Ago at={unlinkedAt} />
            {unlinkedBy && <small>{t('by', { who: unlinkedBy })}</small>}
          </>
        ),
      },
    ],
    [t],
  );
}
