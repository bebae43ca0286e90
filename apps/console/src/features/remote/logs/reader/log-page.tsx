import { deviceCalls, deviceLogCalls, pages, type DeviceLog } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { callQuery } from '../../../../kit/api/api.ts';
import { may } from '../../../../kit/api/may.ts';
import { Ago } from '../../../../kit/format/ago.tsx';
import { formatBytes, formatDate } from '../../../../kit/format/format.ts';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { usePageName } from '../../../../kit/ui/page-name.ts';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { deviceName } from '../../../../shared/robot/use-device-choices.ts';
import { LogActs } from '../log-acts.tsx';
import { LogState } from '../log-state.tsx';
import { useLogWish } from '../use-log-words.ts';
import { useLogsLive } from '../use-logs-live.ts';
import { LogReader } from './log-reader.tsx';
import '../device-logs.css';

/** One pull: its progress, and afterwards its lines beside what the robot did. */
export function LogPage() {
  const id = useSearchParams()[0].get('id') ?? '';
  const { data, error, refetch } = useQuery({
    ...callQuery(deviceLogCalls.detail, { id }),
    meta: { silent: true },
  });
  useLogsLive(data ? [data] : []);
  usePageName(data && deviceName(data.device));
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={10} />;
  return (
    <div className="log-page">
      <LogHead log={data} />
      {data.file ? <LogReader log={data} /> : <Missing log={data} />}
    </div>
  );
}

function LogHead({ log }: { log: DeviceLog }) {
  const { t } = useTranslation('remote/logs');
  const wishOf = useLogWish();
  const { device, file, by, createdAt, deletedAt } = log;
  const name = t('logsOf', { name: deviceName(device) });
  return (
    <header className="sl-page-head">
      <div>
        <h1>
          {may(deviceCalls.detail.allow) ? <Link to={pages.device({ id: device.id })}>{name}</Link> : name}
        </h1>
        <p className="log-facts">
          <LogState log={log} />
          <span>{wishOf(log)}</span>
          {file && <span>{formatBytes(file.bytes)}</span>}
          <span>
            <Ago at={createdAt} />
            {by && ` · ${by}`}
          </span>
          <span>{t('deletedOn', { date: formatDate(deletedAt) })}</span>
        </p>
      </div>
      <div className="sl-page-actions">
        <LogActs named log={log} />
      </div>
    </header>
  );
}

/** Instead of the lines, while there are none. */
function Missing({ log: { state } }: { log: DeviceLog }) {
  const { t } = useTranslation('remote/logs');
  if (state === 'WAITING' || state === 'RUNNING')
    return <Empty icon="clock" title={t('onItsWay')} hint={t('onItsWayHint')} />;
  return <Empty icon="report" title={t('noFiles')} hint={t('noFilesHint')} />;
}
