import { companyCalls, permissions, type Company } from '@sweepline/contract';
import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { lazyPart } from '../../../kit/api/chunks.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { ExportButton } from '../../../kit/list/export/export-button.tsx';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { may } from '../../../kit/api/may.ts';
import { Segments } from '../../../kit/ui/segments.tsx';
import { useAddress } from '../../../kit/list/use-address.ts';
import { useList } from '../../../kit/list/use-list.ts';
import { typeOf, type CompanyKind } from './company-address.ts';
import { CompanyActions } from './company-actions.tsx';
import { CompanyFilters, CompanyMoreFilters } from './company-filters.tsx';
import { CompanyTree } from './tree/company-tree.tsx';
import { useCompanyColumns } from './use-company-columns.tsx';

const CompanyAddDialog = lazy(() =>
  lazyPart(() => import('./dialogs/company-add-dialog.tsx').then((m) => m.CompanyAddDialog)),
);

const creates = { terminals: permissions.terminalCreate, agents: permissions.agentCreate };

/** Agents or terminal companies, as a list or as a tree. */
export function CompanyListPage({ kind }: { kind: CompanyKind }) {
  const { t } = useTranslation('people/companies');
  const [view, setView] = useAddress('view', 'list');
  const [adding, setAdding] = useState(false);
  const add = may(creates[kind]) && (
    <Button look="main" icon="plus" onClick={() => setAdding(true)}>
      {t(`add.${kind}`)}
    </Button>
  );
  const views = (
    <Segments
      label={t('view')}
      value={view === 'tree' ? 'tree' : 'list'}
      options={[
        { value: 'list', text: t('list'), icon: 'list' },
        { value: 'tree', text: t('tree'), icon: 'tree' },
      ]}
      onChange={setView}
    />
  );
  const parts = { kind, add, views };
  return (
    <>
      {view === 'tree' ? <CompanyTree {...parts} /> : <CompanyTable {...parts} />}
      {adding && (
        <Suspense>
          <CompanyAddDialog kind={kind} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}

interface Parts {
  kind: CompanyKind;
  add: ReactNode;
  views: ReactNode;
}

function CompanyTable({ kind, add, views }: Parts) {
  const { t } = useTranslation('people/companies');
  const type = typeOf(kind);
  const list = useList(companyCalls.list, { type });
  const columns = useCompanyColumns(kind);
  const rowActions = useCallback((company: Company) => <CompanyActions company={company} />, []);
  return (
    <ListPage
      title={t(`titles.${kind}`)}
      list={list}
      columns={columns}
      filters={<CompanyFilters kind={kind} />}
      more={<CompanyMoreFilters />}
      actions={
        <>
          {views}
          <ExportButton words call={companyCalls.export} input={{ ...list.filters, type }} name={kind} />
          {add}
        </>
      }
      rowActions={rowActions}
      empty={
        <Empty icon="building" title={t(`empty.${kind}`)} hint={t(`emptyHint.${kind}`)}>
          {add}
        </Empty>
      }
    />
  );
}
