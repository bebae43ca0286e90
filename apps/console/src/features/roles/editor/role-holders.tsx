import { accountCodes, roleCalls, type AccountSide, type Role } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { reading } from '../../../kit/api/api.ts';
import { may } from '../../../kit/api/may.ts';
import { holdersAt } from '../role-address.ts';

const shown = 10;

/** The first of the people who hold it; all of them are in the list of accounts. */
export function RoleHolders({ role, side }: { role: Role; side: AccountSide }) {
  const { t } = useTranslation('roles');
  const found = useQuery({
    ...reading(roleCalls.holders, { id: role.id, pageSize: shown }),
    enabled: role.holders > 0,
  });
  if (role.holders === 0) return <p>{t('noHolders')}</p>;
  const { list = [], total = 0 } = found.data ?? {};
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
