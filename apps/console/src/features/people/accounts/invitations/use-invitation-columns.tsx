import type { AccountSide, Invitation } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../../kit/format/ago.tsx';
import type { Column } from '../../../../kit/list/column.ts';
import { formatTime, unknown } from '../../../../kit/format/format.ts';
import { InvitationMark } from './invitation-mark.tsx';
import { LetterLine } from './letter-line.tsx';
import { RoleCell } from '../role-cell.tsx';

export function useInvitationColumns(side: AccountSide): Column<Invitation>[] {
  const { t } = useTranslation('people/accounts');
  return useMemo(() => {
    const company = { key: 'company', title: t('company'), cell: (row: Invitation) => row.companyName };
    return [
      {
        key: 'email',
        title: t('email'),
        width: '26%',
        cell: ({ email, invitedBy, accountId }) => (
          <>
            {accountId ? (
              <Link className="sl-identity" to={`?tab=invitations&id=${accountId}`}>
                {email}
              </Link>
            ) : (
              <span className="sl-identity">{email}</span>
            )}
            <small>{t('invitedBy', { who: invitedBy })}</small>
          </>
        ),
      },
      {
        key: 'state',
        title: t('state'),
        cell: (row) => (
          <>
            <InvitationMark invitation={row} />
            <LetterLine invitation={row} />
          </>
        ),
      },
      ...(side === 'OUTER' ? [company] : []),
      {
        key: 'role',
        title: t('role'),
        cell: (row) => <RoleCell roleName={row.roleName} roleType={row.roleType} />,
      },
      { key: 'created', title: t('invitedAt'), cell: (row) => <Ago at={row.createdAt} /> },
      {
        key: 'until',
        title: t('validUntil'),
        cell: (row) => (row.state === 'OPEN' ? formatTime(row.expiresAt) : unknown),
      },
    ];
  }, [t, side]);
}
