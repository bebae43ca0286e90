import { reportCalls, reportDocumentCalls, type Sent } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { fetchBytes } from '../../../kit/api/api.ts';
import { ExportDialog } from '../../../kit/list/export/export-dialog.tsx';
import { lastExportDay } from '../../../kit/list/export/export-period.ts';
import { onlyFilters } from './detail/report-summary.tsx';
import { documentReader } from './print-check/document-reader.ts';

interface Props {
  /** The filters of the list; the file has the rows of the list. */
  filters: Partial<Sent<typeof reportCalls.list>>;
  onClose: () => void;
}

const formats = ['CSV', 'XLSX', 'PDF'] as const;
type Format = (typeof formats)[number];
const usualDays = 30;

const bytesIn = (format: Format, period: Sent<typeof reportCalls.export>) => {
  if (format === 'CSV') return fetchBytes(reportCalls.export, period);
  const call = format === 'PDF' ? reportDocumentCalls.periodPdf : reportDocumentCalls.sheet;
  return fetchBytes(call, { ...period, ...documentReader() });
};

const withoutPeriod = ({ from: _from, to: _to, current: _current, ...rest }: Props['filters']) => rest;

/** Saves the reports of at most a month as rows, a sheet or a document. */
export function ReportExportDialog({ filters, onClose }: Props) {
  const { t } = useTranslation('work/reports');
  return (
    <ExportDialog
      words={{
        title: t('exportTitle'),
        hint: t('exportHint'),
        tooLong: t('exportTooLong'),
        done: t('exported'),
      }}
      name="reports"
      formats={formats.map((value) => ({ value, text: t(`formats.${value}`) }))}
      filters={filters}
      usualDays={usualDays}
      lastDayFrom={lastExportDay}
      siteDays
      read={(format, period) => bytesIn(format, { ...withoutPeriod(onlyFilters(filters)), ...period })}
      onClose={onClose}
    />
  );
}
