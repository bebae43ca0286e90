import type { Company } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import type { Column } from '../../../kit/list/column.ts';
import { formatNumber, unknown } from '../../../kit/format/format.ts';
import type { CompanyKind } from './company-address.ts';
import { CompanyName } from './company-name.tsx';
import { CompanyState } from './company-state.tsx';
import { Rating } from './rating.tsx';
import { useCompanyWords } from './use-company-words.ts';

/** One line, with the full text on hover. */
const clipped = (name: string | undefined) =>
  name ? (
    <span className="co-clip" title={name}>
      {name}
    </span>
  ) : (
    unknown
  );

/** The columns of the list; a terminal company has no children, and only agents have levels. */
export function useCompanyColumns(kind: CompanyKind): Column<Company>[] {
  const { t } = useTranslation('people/companies');
  const words = useCompanyWords();
  return useMemo(() => {
    const count = (key: 'devices' | 'accounts' | 'below', of: (row: Company) => number): Column<Company> => ({
      key,
      title: t(key),
      numeric: true,
      cell: (row) => <span title={t('countHint')}>{formatNumber(of(row))}</span>,
    });
    const columns: (Column<Company> | false)[] = [
      {
        key: 'company',
        title: t('company'),
        sort: 'name',
        width: '24%',
        cell: (row) => <CompanyName company={row} />,
      },
      { key: 'state', title: t('state'), cell: (row) => <CompanyState {...row} /> },
      { key: 'parent', title: t('parent'), cell: ({ parent }) => clipped(parent?.name) },
      count('devices', ({ deviceCount }) => deviceCount),
      count('accounts', ({ accountCount }) => accountCount),
      kind === 'agents' && count('below', ({ belowCount }) => belowCount),
      { key: 'scenario', title: t('scenario'), cell: ({ scenario }) => words.scenario(scenario) },
      { key: 'rating', title: t('rating'), sort: 'rating', cell: ({ rating }) => <Rating value={rating} /> },
      { key: 'sales', title: t('sales'), cell: ({ sales }) => clipped(sales?.name) },
      { key: 'fae', title: t('fae'), hidden: true, cell: ({ fae }) => clipped(fae?.name) },
      {
        key: 'contact',
        title: t('contact'),
        hidden: true,
        cell: ({ contactName }) => contactName || unknown,
      },
      { key: 'phone', title: t('phone'), hidden: true, cell: ({ contactPhone }) => contactPhone || unknown },
      { key: 'email', title: t('email'), hidden: true, cell: ({ contactEmail }) => contactEmail || unknown },
      { key: 'location', title: t('location'), hidden: true, cell: ({ location }) => location || unknown },
      {
        key: 'created',
        title: t('created'),
        sort: 'createdAt',
        hidden: true,
        cell: ({ createdAt }) => <Ago at={createdAt} />,
      },
    ];
    return columns.filter((column) => column !== false);
  }, [t, words, kind]);
}
