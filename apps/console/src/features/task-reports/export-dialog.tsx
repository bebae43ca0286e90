import { reportCalls, reportDocumentCalls, type Sent } from '@sweepline/contract';
import { useMutation } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchBytes } from '../../kit/api/api.ts';
import { Button } from '../../kit/ui/button.tsx';
import { DateInput } from '../../kit/form/date-input.tsx';
import { dayEnd, dayOf, dayStart } from '../../kit/format/days.ts';
import { saveFile } from '../../kit/api/save-file.ts';
import { toast } from '../../kit/ui/toasts.ts';
import { documentReader } from './print-check/document-reader.ts';
import { rangeFault } from './report-rules.ts';
import { onlyFilters } from './detail/report-summary.tsx';

interface Props {
  /** The filters of the list; the file has the rows of the list. */
  filters: Partial<Sent<typeof reportCalls.list>>;
  onClose: () => void;
}

const formats = ['CSV', 'XLSX', 'PDF'] as const;
type Format = (typeof formats)[number];
const usualDays = 30;
type Period = Sent<typeof reportCalls.export>;

const bytesIn = (format: Format, period: Period) => {
  if (format === 'CSV') return fetchBytes(reportCalls.export, period);
  const call = format === 'PDF' ? reportDocumentCalls.periodPdf : reportDocumentCalls.sheet;
  return fetchBytes(call, { ...period, ...documentReader() });
};

/** Asks for days and format; more than a month is refused here, with the reason beside the fields. */
export function ExportDialog({ filters, onClose }: Props) {
  const { t } = useTranslation('task-reports');
  const { t: kit } = useTranslation('kit');
  const [today] = useState(() => dayOf(new Date()));
  const [format, setFormat] = useState<Format>('CSV');
  const [from, setFrom] = useState(() =>
    dayOf(filters.from ?? new Date(Date.now() - (usualDays - 1) * 86_400_000)),
  );
  const [to, setTo] = useState(filters.to ? dayOf(filters.to) : today);
  const fault = rangeFault(from, to);
  const download = useMutation({
    mutationFn: () => bytesIn(format, { ...onlyFilters(filters), from: dayStart(from), to: dayEnd(to) }),
    onSuccess: (bytes) => {
      saveFile(new Blob([bytes]), `reports-${from}-${to}.${format.toLowerCase()}`);
      toast({ tone: 'done', text: t('exported') });
      onClose();
    },
  });
  const day = (label: string, value: string, set: (value: string) => void) => (
    <label>
      <span>{label}</span>
      <DateInput value={value} max={today} onChange={set} />
    </label>
  );
  return (
    <Modal
      open
      title={t('exportTitle')}
      onCancel={onClose}
      width={420}
      footer={
        <>
          <Button onClick={onClose}>{kit('cancel')}</Button>
          <Button
            look="main"
            icon="download"
            busy={download.isPending}
            disabled={fault !== null}
            onClick={() => download.mutate()}
          >
            {t('exportAs', { format })}
          </Button>
        </>
      }
    >
      <p>{t('exportHint')}</p>
      <fieldset className="export-formats">
        <legend>{t('format')}</legend>
        {formats.map((option) => (
          <label key={option}>
            <input
              type="radio"
              name="format"
              checked={format === option}
              onChange={() => setFormat(option)}
            />
            {t(`formats.${option}`)}
          </label>
        ))}
      </fieldset>
      <div className="export-days">
        {day(t('from'), from, setFrom)}
        {day(t('to'), to, setTo)}
      </div>
      {fault && (
        <p role="alert" className="export-fault">
          {t(`rangeFaults.${fault}`)}
        </p>
      )}
    </Modal>
  );
}
