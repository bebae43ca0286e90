import { reportDocumentCalls, reportShareCalls, type ReportDetail, pages } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Allowed } from '../../kit/api/allowed.tsx';
import { Button } from '../../kit/ui/button.tsx';
import { ReportShareDialog } from './report-share-dialog.tsx';
import { ReportPdfButton } from './report-pdf-button.tsx';

interface Props {
  report: ReportDetail;
  pdf: () => Promise<ArrayBuffer>;
}

/** The actions of a signed-in user on a report. */
export function ReportActions({ report, pdf }: Props) {
  const { t } = useTranslation('task-reports');
  const [sharing, setSharing] = useState(false);
  return (
    <>
      {report.taskId && (
        <Link className="sl-button sl-button-plain" to={pages.task({ id: report.taskId })}>
          {t('openTask')}
        </Link>
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
