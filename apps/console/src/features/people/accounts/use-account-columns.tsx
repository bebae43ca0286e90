import type { Account, AccountSide } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import type { Column } from '../../../kit/list/column.ts';
import { formatDate, unknown } from '../../../kit/format/format.ts';
import { AccountMark } from './account-mark.tsx';
import { AccountName } from './account-name.tsx';
import { RoleCell } from './role-cell.tsx';
import { useAccountWords } from './use-account-words.ts';

/** The columns of the account list; rarer fields are in the column chooser. */
export function useAccountColumns(side: AccountSide): Column<Account>[] {
  const { t } = useTranslation('people/accounts');
  const { kind } = useAccountWords();
  return useMemo(() => {
    const company = { key: 'company', title: t('company'), cell: (row: Account) => row.companyName };
    const usual: Column<Account>[] = [
      {
        key: 'account',
        title: t('account'),
        sort: 'username',
        width: '24%',
        cell: (row) => <AccountName account={row} />,
      },
      { key: 'state', title: t('state'), cell: (row) => <AccountMark account={row} /> },
      ...(side === 'OUTER' ? [company] : []),
      {
        key: 'role',
        title: t('role'),
        cell: (row) => <RoleCell roleName={row.roleName} roleType={row.roleType} />,
      },
      {
        key: 'lastSignIn',
        title: t('lastSignIn'),
        sort: 'lastSignInAt',
        cell: ({ lastSignInAt }) =>
          lastSignInAt ? <Ago at={lastSignInAt} /> : <span className="sl-unknown">{t('spans.NEVER')}</span>,
      },
    ];
    const rare: Column<Account>[] = [
      { key: 'kind', title: t('kind'), cell: (row) => kind(row.staffKind) },
      { key: 'email', title: t('email'), cell: (row) => row.email || unknown },
      { key: 'phone', title: t('phone'), cell: (row) => row.phone || unknown },
      { key: 'created', title: t('created'), sort: 'createdAt', cell: (row) => formatDate(row.createdAt) },
      { key: 'updatedBy', title: t('updatedBy'), cell: (row) => row.updatedBy },
    ];
    return [...usual, ...rare.map((column) => ({ ...column, hidden: true }))];
  }, [t, kind, side]);
}
