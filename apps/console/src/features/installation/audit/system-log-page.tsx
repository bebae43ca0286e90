import { systemLogCalls, type LogRow } from '@sweepline/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import type { Column } from '../../../kit/list/column.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { unknown } from '../../../kit/format/format.ts';
import { ListPage } from '../../../kit/list/list-page.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { ActionCell, AccountCell, TimeCell } from './log-cells.tsx';
import { LogExportDialog } from './log-export-dialog.tsx';
import { LogFilters } from './log-filters.tsx';
import './system-logs.css';

/** The log of successful actions with their accounts. */
export function SystemLogPage() {
  const { t } = useTranslation('installation/audit');
  const list = useList(systemLogCalls.list);
  const columns = useSystemLogColumns();
  const [exporting, setExporting] = useState(false);
  return (
    <>
      <ListPage
        title={t('systemLog')}
        list={list}
        columns={columns}
        filters={<LogFilters kind={list.filters.kind} />}
        actions={
          <>
            <Button icon="refresh" onClick={list.retry}>
              {t('renew')}
            </Button>
            <Button icon="download" onClick={() => setExporting(true)}>
              {t('export')}
            </Button>
          </>
        }
        empty={<Empty icon="history" title={t('empty')} hint={t('emptyHint')} />}
      />
      {exporting && (
        <LogExportDialog log="systemLog" filters={list.filters} onClose={() => setExporting(false)} />
      )}
    </>
  );
}

function useSystemLogColumns(): Column<LogRow>[] {
  const { t } = useTranslation('installation/audit');
  return useMemo(
    () => [
      { key: 'action', title: t('action'), cell: (row) => <ActionCell row={row} /> },
      { key: 'account', title: t('account'), width: '200px', cell: (row) => <AccountCell row={row} /> },
      { key: 'company', title: t('company'), cell: ({ companyName }) => companyName || unknown },
      { key: 'address', title: t('address'), width: '160px', cell: ({ address }) => address || unknown },
      { key: 'at', title: t('time'), width: '150px', cell: (row) => <TimeCell row={row} /> },
    ],
    [t],
  );
}
