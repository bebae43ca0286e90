import { auditCalls, auditResults, type AuditRow } from '@sweepline/contract';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import type { Column } from '../../../kit/list/column.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { unknown } from '../../../kit/format/format.ts';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { SearchFilter } from '../../../kit/list/filter/search-filter.tsx';
import { useAddress } from '../../../kit/list/use-address.ts';
import { useList } from '../../../kit/list/use-list.ts';
import { AuditBars } from './audit-bars.tsx';
import { AuditDrawer } from './audit-drawer.tsx';
import { ChainState } from './chain-state.tsx';
import { FilterNote } from './filter-note.tsx';
import { ActionCell, AccountCell, TimeCell } from './log-cells.tsx';
import { LogExportDialog } from './log-export-dialog.tsx';
import { LogFilters } from './log-filters.tsx';
import { ResultMark } from './result-mark.tsx';
import './system-logs.css';

/** The audit log with refused calls, the changed rows of each entry, and the state of the hash chain. */
export function AuditPage() {
  const { t } = useTranslation('installation/audit');
  const list = useList(auditCalls.list);
  const [entry, setEntry] = useAddress('entry');
  const [exporting, setExporting] = useState(false);
  const open = useCallback((row: { id: string }) => setEntry(row.id), [setEntry]);
  const columns = useAuditColumns(open);
  const results = auditResults.map((value) => ({ value, label: t(`results.${value}`) }));
  return (
    <>
      <ListPage
        title={t('audit')}
        list={list}
        columns={columns}
        filters={
          <>
            <LogFilters kind={list.filters.kind} />
            <ChoiceFilter name="result" label={t('result')} options={results} />
            <FilterNote name="recordId" label={t('record')} />
            <FilterNote name="accountId" label={t('account')} />
            <AuditBars filters={list.filters} setFilters={list.setFilters} />
          </>
        }
        more={<SearchFilter name="address" placeholder={t('address')} />}
        actions={
          <>
            <ChainState />
            <Button icon="download" onClick={() => setExporting(true)}>
              {t('export')}
            </Button>
          </>
        }
        empty={<Empty icon="history" title={t('empty')} hint={t('emptyHint')} />}
      />
      {entry && <AuditDrawer id={entry} onClose={() => setEntry('')} />}
      {exporting && (
        <LogExportDialog log="audit" filters={list.filters} onClose={() => setExporting(false)} />
      )}
    </>
  );
}

function useAuditColumns(open: (row: { id: string }) => void): Column<AuditRow>[] {
  const { t } = useTranslation('installation/audit');
  return useMemo(
    () => [
      { key: 'action', title: t('action'), cell: (row) => <ActionCell row={row} onOpen={open} /> },
      { key: 'result', title: t('result'), width: '190px', cell: (row) => <ResultMark row={row} /> },
      { key: 'account', title: t('account'), width: '180px', cell: (row) => <AccountCell row={row} /> },
      { key: 'role', title: t('role'), hidden: true, cell: ({ role }) => role || unknown },
      {
        key: 'company',
        title: t('company'),
        cell: ({ companyName, recordCompanyName }) => (
          <span className="log-two">
            <span>{companyName || unknown}</span>
            {recordCompanyName && <small>{t('recordOf', { company: recordCompanyName })}</small>}
          </span>
        ),
      },
      { key: 'address', title: t('address'), width: '150px', cell: ({ address }) => address || unknown },
      { key: 'call', title: t('call'), hidden: true, cell: ({ call }) => <code>{call}</code> },
      { key: 'at', title: t('time'), width: '140px', cell: (row) => <TimeCell row={row} /> },
    ],
    [t, open],
  );
}
