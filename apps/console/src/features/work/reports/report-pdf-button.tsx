import type { ReportDetail } from '@sweepline/contract';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { dayOf } from '../../../kit/format/days.ts';
import { saveFile } from '../../../kit/api/save-file.ts';
import { toast } from '../../../kit/ui/toasts.ts';

interface Props {
  report: Pick<ReportDetail, 'name' | 'startedAt'>;
  read: () => Promise<ArrayBuffer>;
}

/** Saves the report as a PDF in the reader's language. */
export function ReportPdfButton({ report, read }: Props) {
  const { t } = useTranslation('work/reports');
  const save = useMutation({
    mutationFn: read,
    onSuccess: (bytes) => {
      const name = report.name.replaceAll(/[\\/:*?"<>|]/g, '-');
      saveFile(new Blob([bytes], { type: 'application/pdf' }), `${name} ${dayOf(report.startedAt)}.pdf`);
      toast({ tone: 'done', text: t('pdfDone') });
    },
  });
  return (
    <Button icon="download" busy={save.isPending} onClick={() => save.mutate()}>
      {t('pdf')}
    </Button>
  );
}
