import { reportCalls, reportDocumentCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { fetchBytes, callQuery, send } from '../../../../kit/api/api.ts';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { usePageName } from '../../../../kit/ui/page-name.ts';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { documentReader } from '../print-check/document-reader.ts';
import { ReportActions } from '../report-actions.tsx';
import { ReportView } from './report-view.tsx';

/** The server measures reports in steps of five seconds. */
const measuredEveryMs = 5_000;

export function ReportDetailPage() {
  const { t } = useTranslation('work/reports');
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const { data, error, refetch } = useQuery({
    ...callQuery(reportCalls.detail, { id }),
    enabled: id !== '',
    // Its figures come when they are measured, without a push.
    refetchInterval: ({ state }) => (state.data?.isMeasuring ? measuredEveryMs : false),
    meta: { silent: true },
  });
  const record = useQuery({
    ...callQuery(reportDocumentCalls.record, { id }),
    enabled: data !== undefined,
    meta: { silent: true },
  });
  usePageName(data?.name);
  if (!id) return <Empty icon="report" title={t('noReport')} hint={t('noReportHint')} />;
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  return (
    <ReportView
      key={id}
      report={data}
      sha256={record.data?.sha256}
      readRecord={() => send(reportDocumentCalls.record, { id })}
      actions={
        <ReportActions
          report={data}
          pdf={() => fetchBytes(reportDocumentCalls.pdf, { id, ...documentReader() })}
        />
      }
    />
  );
}
