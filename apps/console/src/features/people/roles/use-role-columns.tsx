import type { AccountSide, Role } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Ago } from '../../../kit/format/ago.tsx';
import type { Column } from '../../../kit/list/column.ts';
import { formatNumber, unknown } from '../../../kit/format/format.ts';
import { Icon } from '../../../kit/ui/icon.tsx';
import { copiesAt, holdersAt, roleAt } from './role-address.ts';
import { RoleAmount } from './role-amount.tsx';
import { DriftMark } from './role-drift.tsx';

export function useRoleColumns(side: AccountSide): Column<Role>[] {
  const { t } = useTranslation('people/roles');
  return useMemo(() => {
    const name: Column<Role> = {
      key: 'name',
      title: t('name'),
      sort: 'name',
      width: '24%',
      cell: (role) => (
        <>
          <Link className="sl-identity" to={roleAt(side, role.id)} title={role.name}>
            {role.name}
          </Link>
          <small className="role-company">
            {side === 'OUTER' ? role.companyName : role.own ? t('yourOwn') : t('internal')}
            {side === 'OUTER' && role.own && ` · ${t('yourOwn')}`}
          </small>
        </>
      ),
    };
    const amount: Column<Role> = {
      key: 'permissions',
      title: t('permissions'),
      width: '32%',
      cell: (role) => <RoleAmount codes={role.permissions} exceeds={role.exceeds.length > 0} />,
    };
    const holders: Column<Role> = {
      key: 'holders',
      title: t('holders'),
      sort: 'holders',
      numeric: true,
      width: '110px',
      cell: (role) =>
        role.holders > 0 ? (
          <Link to={holdersAt(side, role.id)}>{formatNumber(role.holders)}</Link>
        ) : (
          formatNumber(0)
        ),
    };
    const standing: Column<Role> =
      side === 'INTERNAL'
        ? { key: 'default', title: t('default'), cell: (role) => <Default role={role} /> }
        : {
            key: 'origin',
            title: t('origin'),
            cell: ({ origin }) => (origin ? <DriftMark drift={origin.drift} /> : unknown),
          };
    const changed: Column<Role> = {
      key: 'changed',
      title: t('changed'),
      sort: 'updatedAt',
      width: '170px',
      cell: (role) => (
        <div className="role-changed">
          <Ago at={role.updatedAt} />
          <small>{role.updatedBy}</small>
        </div>
      ),
    };
    return [name, amount, holders, standing, changed];
  }, [t, side]);
}

function Default({ role }: { role: Role }) {
  const { t } = useTranslation('people/roles');
  const { defaultFor, copies } = role;
  if (defaultFor.length === 0 && copies.total === 0) return unknown;
  return (
    <div>
      {defaultFor.length > 0 && (
        <span className="sl-state">
          <Icon name="copy" size={14} /> {defaultFor.map((target) => t(`targets.${target}`)).join(', ')}
        </span>
      )}
      {copies.total > 0 && (
        <small>
          <Link to={copiesAt('INTERNAL', role.id)}>
            {copies.behind > 0
              ? t('copiesBehind', { count: copies.total, behind: copies.behind })
              : t('copyCount', { count: copies.total })}
          </Link>
        </small>
      )}
    </div>
  );
}
