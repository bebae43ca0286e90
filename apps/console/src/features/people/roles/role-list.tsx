import { roleCalls, roleCodes, type AccountSide, type Role } from '@sweepline/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { may } from '../../../kit/api/may.ts';
import { useList } from '../../../kit/list/use-list.ts';
import { RoleActions } from './role-actions.tsx';
import { accessAt, compareAt, newRoleAt } from './role-address.ts';
import { RoleFilters } from './role-filters.tsx';
import { useRoleColumns } from './use-role-columns.tsx';
import './role-list.css';

export function RoleList({ side }: { side: AccountSide }) {
  const { t } = useTranslation('people/roles');
  const navigate = useNavigate();
  const list = useList(roleCalls.list, { side });
  const columns = useRoleColumns(side);
  const rowActions = useCallback((role: Role) => <RoleActions role={role} />, []);
  const compare = useCallback((rows: Role[]) => <CompareButton rows={rows} side={side} />, [side]);
  const add = may(roleCodes.add[side]) && (
    <Button look="main" icon="plus" onClick={() => void navigate(newRoleAt(side))}>
      {t('add')}
    </Button>
  );
  return (
    <ListPage
      title={t('title')}
      list={list}
      columns={columns}
      filters={<RoleFilters side={side} />}
      actions={
        <>
          <Button icon="search" onClick={() => void navigate(accessAt(side))}>
            {t('explain')}
          </Button>
          {add}
        </>
      }
      rowActions={rowActions}
      bulk={compare}
      empty={
        <Empty icon="shield" title={t('emptyTitle')} hint={t('emptyHint')}>
          {add}
        </Empty>
      }
    />
  );
}

function CompareButton({ rows, side }: { rows: Role[]; side: AccountSide }) {
  const { t } = useTranslation('people/roles');
  const navigate = useNavigate();
  const [left, right, ...more] = rows;
  const two = left && right && more.length === 0;
  return (
    <Button
      icon="compare"
      disabled={!two}
      onClick={() => two && void navigate(compareAt(side, left.id, right.id))}
    >
      {t(two ? 'compare' : 'compareTwo')}
    </Button>
  );
}
