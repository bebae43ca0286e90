import {
  reportDocumentCalls,
  reportShareCalls,
  runCalls,
  type ReportDetail,
  pages,
} from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { callQuery } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { ReportShareDialog } from './report-share-dialog.tsx';
import { RunRestButton } from '../../../shared/run/run-rest-button.tsx';
import { ReportPdfButton } from './report-pdf-button.tsx';

interface Props {
  report: ReportDetail;
  pdf: () => Promise<ArrayBuffer>;
}

/** The actions of a signed-in user on a report. */
export function ReportActions({ report, pdf }: Props) {
  const { t } = useTranslation('work/reports');
  const [sharing, setSharing] = useState(false);
  return (
    <>
      {report.taskId && (
        <Link className="sl-button sl-button-plain" to={pages.task({ id: report.taskId })}>
          {t('openTask')}
        </Link>
      )}
      {report.result !== 'SUCCESS' && (
        <Allowed call={runCalls.detail}>
          <CleanRest runId={report.id} />
        </Allowed>
      )}
      <Button icon="print" onClick={() => print()}>
        {t('print')}
      </Button>
      <Allowed call={reportDocumentCalls.pdf}>
        <ReportPdfButton report={report} read={pdf} />
      </Allowed>
      <Allowed call={reportShareCalls.add}>
        <Button look="main" icon="external" onClick={() => setSharing(true)}>
          {t('share')}
        </Button>
      </Allowed>
      {sharing && <ReportShareDialog reportId={report.id} onClose={() => setSharing(false)} />}
    </>
  );
}

/** Offers to clean what the run of a report left. A report has the id of its run. */
function CleanRest({ runId }: { runId: string }) {
  const { data } = useQuery({ ...callQuery(runCalls.detail, { id: runId }), meta: { silent: true } });
  return data ? <RunRestButton run={data} /> : null;
}
