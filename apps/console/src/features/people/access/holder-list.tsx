import { accessCalls, isCode, roleCodes, sideOf, type AccountSide, type Output } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import type { Column } from '../../../kit/list/column.ts';
import { DataTable } from '../../../kit/list/data-table.tsx';
import { formatNumber, unknown } from '../../../kit/format/format.ts';
import { may } from '../../../kit/api/may.ts';
import { Pager } from '../../../kit/list/pager.tsx';
import { usePermissionNames } from '../../../shared/permissions/use-permission-names.ts';
import { sidePages } from './access-address.ts';

type Holder = Output<typeof accessCalls.whoHolds>['list'][number];

interface Props {
  side: AccountSide;
  action: string;
  onAsk: (accountId: string) => void;
}

/** All accounts in the caller's scope that hold the permission of an action, with the role that grants it. */
export function HolderList({ side, action, onAsk }: Props) {
  const { t } = useTranslation('people/access');
  const { nameOf } = usePermissionNames();
  const actions = useQuery(callQuery(accessCalls.actions, {}));
  const [page, setPage] = useState({ page: 1, pageSize: 20 });
  // An action open to every account has no holders.
  const restricted = actions.data && !actions.data.open.includes(action);
  const query = useQuery({
    ...callQuery(accessCalls.whoHolds, { action, side, ...page }),
    placeholderData: keepPreviousData,
    enabled: restricted === true,
    meta: { silent: true },
  });
  const columns = useHolderColumns(onAsk);
  if (!restricted || !query.data) return null;
  const what = isCode(action) ? nameOf(action) : action;
  return (
    <section className="access-holders">
      <h2>
        {t('whoHolds', { what })} <span className="sl-count">{formatNumber(query.data.total)}</span>
      </h2>
      {query.data.total === 0 ? (
        <p>{t('nobody')}</p>
      ) : (
        <>
          <DataTable label={t('whoHolds', { what })} rows={query.data.list} columns={columns} />
          {query.data.total > page.pageSize && (
            <Pager
              total={query.data.total}
              {...page}
              onChange={(next, pageSize) => setPage({ page: next, pageSize })}
            />
          )}
        </>
      )}
    </section>
  );
}

function useHolderColumns(onAsk: (id: string) => void): Column<Holder>[] {
  const { t } = useTranslation('people/access');
  return useMemo(
    () => [
      {
        key: 'account',
        title: t('account'),
        cell: ({ id, nickname, username, disabled }) => (
          <>
            <button type="button" className="access-ask" onClick={() => onAsk(id)}>
              {nickname}
            </button>
            <small>{disabled ? t('disabledName', { username }) : username}</small>
          </>
        ),
      },
      { key: 'company', title: t('company'), cell: ({ companyName }) => companyName },
      {
        key: 'through',
        title: t('through'),
        cell: (row) => <Through holder={row} />,
      },
    ],
    [t, onAsk],
  );
}

function Through({ holder }: { holder: Holder }) {
  const { t } = useTranslation('people/access');
  const { roleId, roleName, through, companyType } = holder;
  if (through === 'SUPER_ADMIN') return t('superAdmin');
  if (!roleId || !roleName) return unknown;
  const side = sideOf(companyType);
  const name = may(roleCodes.list[side]) ? (
    <Link to={sidePages[side].roles({ id: roleId })}>{roleName}</Link>
  ) : (
    roleName
  );
  return (
    <>
      {name}
      {through === 'EVERYTHING' && <small>{t('throughEverything')}</small>}
    </>
  );
}
