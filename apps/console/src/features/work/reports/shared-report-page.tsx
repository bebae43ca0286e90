import { reportShareCalls, type SharedReport } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchBytes, send } from '../../../kit/api/api.ts';
import { Failure } from '../../../kit/ui/failure.tsx';
import { formatDate } from '../../../kit/format/format.ts';
import { currentLang } from '../../../kit/format/lang.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { documentReader } from './print-check/document-reader.ts';
import { ReportPdfButton } from './report-pdf-button.tsx';
import { SharedLogo } from './shared-logo.tsx';
import { ReportSourceContext, type ReportSource } from './report-source.ts';
import { ReportView } from './detail/report-view.tsx';

/** A report behind a shared link: to read, to replay and to save, without actions that change it. */
export function SharedReportPage({ token }: { token: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['shared-report', token],
    queryFn: ({ signal }) => send(reportShareCalls.look, { token }, { signal, quiet: true }),
    // The server counts each request as an opening, so refetching on window focus is off.
    staleTime: Infinity,
    retry: false,
    meta: { silent: true },
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  return <Shared report={data} token={token} />;
}

function Shared({ report, token }: { report: SharedReport; token: string }) {
  const { t } = useTranslation('work/reports');
  const source = useMemo(
    (): ReportSource => ({
      path: (_id, signal) => send(reportShareCalls.path, { token }, { signal, quiet: true }),
      file: (file, signal) => fetchBytes(reportShareCalls.picture, { token, file }, signal),
      shared: true,
    }),
    [token],
  );
  const pdf = () => fetchBytes(reportShareCalls.pdf, { token, lang: currentLang(), ...documentReader() });
  return (
    <ReportSourceContext value={source}>
      <ReportView
        report={report}
        sha256={report.sha256}
        readRecord={() => send(reportShareCalls.record, { token })}
        actions={
          <>
            {report.companyLogo && <SharedLogo token={token} name={report.companyName} />}
            <small className="shared-until">{t('sharedUntil', { when: formatDate(report.expiresAt) })}</small>
            <ReportPdfButton report={report} read={pdf} />
          </>
        }
      />
    </ReportSourceContext>
  );
}
