import { deviceLogCalls, type DeviceLog } from '@sweepline/contract';
import { useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../kit/api/may.ts';
import { withPeriod } from '../../../../kit/list/filter/with-period.ts';
import { ListPage } from '../../../../kit/list/list-page.tsx';
import { useList } from '../../../../kit/list/use-list.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { CompanyFilter } from '../../../../shared/company-filter/company-filter.tsx';
import { AutomaticDialog } from '../dialogs/automatic-dialog.tsx';
import { OneClickDialog } from '../dialogs/one-click-dialog.tsx';
import { PullDialog } from '../dialogs/pull-dialog.tsx';
import { LogActs } from '../log-acts.tsx';
import { useLogsLive } from '../use-logs-live.ts';
import { LogFilters } from './log-filters.tsx';
import { useLogColumns } from './use-log-columns.tsx';
import '../device-logs.css';

/** The logs that people fetched from robots, with their progress. */
export function LogListPage({ views }: { views?: ReactNode }) {
  const { t } = useTranslation('remote/logs');
  const list = useList(deviceLogCalls.list);
  const [dialog, setDialog] = useState<'automatic' | 'one-click' | 'pull'>();
  useLogsLive(list.rows);
  const rowActions = useCallback((log: DeviceLog) => <LogActs log={log} />, []);
  const acts = may(deviceLogCalls.upload.allow) && (
    <>
      <Button icon="bell" onClick={() => setDialog('automatic')}>
        {t('automatic')}
      </Button>
      <Button icon="filter" onClick={() => setDialog('pull')}>
        {t('pull')}
      </Button>
      <Button look="main" icon="download" onClick={() => setDialog('one-click')}>
        {t('oneClick')}
      </Button>
    </>
  );
  const close = () => setDialog(undefined);
  return (
    <>
      <ListPage
        title={t('title')}
        list={withPeriod(list)}
        columns={useLogColumns()}
        views
        filters={<LogFilters />}
        more={<CompanyFilter label={t('company')} />}
        rowActions={rowActions}
        actions={
          <>
            {views}
            {acts}
          </>
        }
        empty={<Empty icon="report" title={t('emptyTitle')} hint={t('emptyHint')} />}
      />
      {dialog === 'automatic' && <AutomaticDialog companyId={list.filters.companyId} onClose={close} />}
      {dialog === 'one-click' && <OneClickDialog onClose={close} />}
      {dialog === 'pull' && <PullDialog onClose={close} />}
    </>
  );
}
