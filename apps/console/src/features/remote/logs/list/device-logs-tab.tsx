import { deviceLogCalls, pages, type deviceCalls, type DeviceLog, type Output } from '@sweepline/contract';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { may } from '../../../../kit/api/may.ts';
import { useAction } from '../../../../kit/api/use-action.ts';
import { withPeriod } from '../../../../kit/list/filter/with-period.ts';
import { ListPage } from '../../../../kit/list/list-page.tsx';
import { useList } from '../../../../kit/list/use-list.ts';
import { toast } from '../../../../kit/ui/toasts.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { PullDialog } from '../dialogs/pull-dialog.tsx';
import { LogActs } from '../log-acts.tsx';
import { useLogsLive } from '../use-logs-live.ts';
import { LogFilters } from './log-filters.tsx';
import { useLogColumns } from './use-log-columns.tsx';
import '../device-logs.css';

/** The logs of one robot. */
export function DeviceLogsTab({ detail: { device } }: { detail: Output<typeof deviceCalls.detail> }) {
  const { t } = useTranslation('remote/logs');
  const list = useList(deviceLogCalls.list, { deviceId: device.id });
  const [pulling, setPulling] = useState(false);
  useLogsLive(list.rows);
  const rowActions = useCallback((log: DeviceLog) => <LogActs log={log} />, []);
  const oneClick = useAction(deviceLogCalls.oneClickPull, {
    done: null,
    after: ({ list: [result] }) =>
      toast(
        result?.id ? { tone: 'done', text: t('started') } : { tone: 'failed', text: result?.reason ?? '' },
      ),
  });
  const acts = may(deviceLogCalls.upload.allow) && (
    <>
      <Button icon="filter" onClick={() => setPulling(true)}>
        {t('pull')}
      </Button>
      <Button
        look="main"
        icon="download"
        busy={oneClick.isPending}
        onClick={() => oneClick.mutate({ deviceIds: [device.id] })}
      >
        {t('oneClick')}
      </Button>
    </>
  );
  return (
    <>
      <ListPage
        title={t('title')}
        list={withPeriod(list)}
        columns={useLogColumns({ ofRobot: true })}
        filters={<LogFilters />}
        rowActions={rowActions}
        actions={
          <>
            <Link to={pages.deviceLogs({ view: 'store', dir: `/${device.sn}` })} className="log-store-link">
              {t('views.store')}
            </Link>
            {acts}
          </>
        }
        empty={<Empty icon="report" title={t('emptyTitle')} hint={t('emptyHint')} />}
      />
      {pulling && <PullDialog deviceId={device.id} onClose={() => setPulling(false)} />}
    </>
  );
}
