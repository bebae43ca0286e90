import { accountCodes, roleCalls, type AccountSide, type Role } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../../../kit/api/api.ts';
import { may } from '../../../../kit/api/may.ts';
import { holdersAt } from '../role-address.ts';

const maxRows = 10;

/** The first accounts with the role, and a link to the list of all of them. */
export function RoleHolders({ role, side }: { role: Role; side: AccountSide }) {
  const { t } = useTranslation('people/roles');
  const holders = useQuery({
    ...callQuery(roleCalls.holders, { id: role.id, pageSize: maxRows }),
    enabled: role.holders > 0,
  });
  if (role.holders === 0) return <p>{t('noHolders')}</p>;
  const { list = [], total = 0 } = holders.data ?? {};
  return (
    <>
      <ul className="role-holders">
        {list.map(({ id, nickname, username, disabled }) => (
          <li key={id}>
            {nickname} <small>{disabled ? t('disabled', { username }) : username}</small>
          </li>
        ))}
      </ul>
      {total > list.length && may(accountCodes.list[side]) && (
        <Link to={holdersAt(side, role.id)}>{t('allHolders', { count: total })}</Link>
      )}
    </>
  );
}
