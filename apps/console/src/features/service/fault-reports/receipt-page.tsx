import { faultReportCalls, workOrderStates } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CallError, callQuery } from '../../../kit/api/api.ts';
import { formatTime } from '../../../kit/format/format.ts';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Icon } from '../../../kit/ui/icon.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { RobotHead } from './fault-report-page.tsx';
import './fault-reports.css';

const everyMs = 60_000;

/** What became of a report, for the person who sent it. */
export function ReceiptPage({ receipt }: { receipt: string }) {
  const { t } = useTranslation('service/fault-reports');
  const report = useQuery({
    ...callQuery(faultReportCalls.state, { receipt }),
    refetchInterval: everyMs,
    meta: { silent: true },
  });
  if (report.error instanceof CallError)
    return <Empty icon="qr" title={t('goneTitle')} hint={report.error.message} />;
  if (report.error && !report.data)
    return <Failure error={report.error} onRetry={() => void report.refetch()} />;
  if (!report.data) return <Skeleton lines={6} />;
  const { state, at, nickname, model } = report.data;
  const reached = workOrderStates.indexOf(state);
  return (
    <>
      <RobotHead nickname={nickname} model={model} />
      <p className="fault-thanks">{t('thanks')}</p>
      <ol className="fault-steps">
        {workOrderStates.map((name, n) => (
          <li
            key={name}
            aria-current={n === reached ? 'step' : undefined}
            data-reached={n <= reached || undefined}
          >
            <Icon name={n <= reached ? 'check' : 'ring'} size={16} />
            <span>{t(`step.${name}`)}</span>
          </li>
        ))}
      </ol>
      <p className="fault-at">{t('changed', { time: formatTime(at) })}</p>
      <p className="fault-at">{t('keep')}</p>
    </>
  );
}
