import { useMutation } from '@tanstack/react-query';
import { Dialog } from '../../form/dialog.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../api/save-file.ts';
import { Refusal } from '../../form/refusal.tsx';
import { addDays, dayEnd, dayOf, dayStart, sitePeriod } from '../../format/days.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toasts.ts';
import { ExportDays } from './export-days.tsx';
import { periodFault } from './export-period.ts';
import './export-dialog.css';

interface Props<F extends string> {
  words: { title: string; hint: string; tooLong: string; done: string };
  /** The file's name without its days and its ending. */
  name: string;
  /** The first one is preselected. A single one is not offered as a choice. */
  formats: readonly { value: F; text: string }[];
  /** The days or moments that the list is filtered by. */
  filters: { from?: string | undefined; to?: string | undefined };
  /** The number of days until today when the list is not filtered by time. */
  usualDays: number;
  /** The last day of the longest export from a day. */
  lastDayFrom: (from: string) => string;
  /** The file has the days of each site. */
  siteDays?: boolean;
  read: (format: F, period: ExportPeriod) => Promise<ArrayBuffer>;
  onClose: () => void;
}

type ExportPeriod = ReturnType<typeof sitePeriod>;
const dayIn = (at: string) => (at.length === 10 ? at : dayOf(at));

/** Saves the records of some days as a file. A period that is too long is refused here, with the reason beside the days. */
export function ExportDialog<F extends string>(props: Props<F>) {
  const { words, name, formats, filters, usualDays, lastDayFrom, siteDays = false, read, onClose } = props;
  const { t } = useTranslation('kit');
  const [today] = useState(() => dayOf(new Date()));
  const [format, setFormat] = useState(formats[0]!.value);
  const [from, setFrom] = useState(filters.from ? dayIn(filters.from) : addDays(today, 1 - usualDays));
  const [to, setTo] = useState(filters.to ? dayIn(filters.to) : today);
  const fault = periodFault(from, to, lastDayFrom);
  const download = useMutation({
    mutationFn: () =>
      read(format, siteDays ? sitePeriod(from, to, today) : { from: dayStart(from), to: dayEnd(to) }),
    meta: { silent: true },
    onSuccess: (bytes) => {
      saveFile(new Blob([bytes]), `${name}-${from}-${to}.${format.toLowerCase()}`);
      toast({ tone: 'done', text: words.done });
      onClose();
    },
  });
  const footer = (
    <>
      <Button onClick={onClose}>{t('cancel')}</Button>
      <Button
        look="main"
        icon="download"
        busy={download.isPending}
        disabled={fault !== null}
        onClick={() => download.mutate()}
      >
        {t('exports.act', { format })}
      </Button>
    </>
  );
  return (
    <Dialog open title={words.title} onCancel={onClose} width={420} footer={footer}>
      <p>{words.hint}</p>
      {formats.length > 1 && (
        <fieldset className="sl-export-formats">
          <legend>{t('exports.format')}</legend>
          {formats.map(({ value, text }) => (
            <label key={value}>
              <input
                type="radio"
                name="format"
                checked={format === value}
                onChange={() => setFormat(value)}
              />
              {text}
            </label>
          ))}
        </fieldset>
      )}
      <ExportDays from={from} to={to} today={today} onFrom={setFrom} onTo={setTo} />
      {fault && (
        <p role="alert" className="sl-export-fault">
          {fault === 'tooLong' ? words.tooLong : t(`exports.${fault}`)}
        </p>
      )}
      <p role="status">{download.isPending && t('exports.working')}</p>
      {download.error && (
        <>
          <Refusal error={download.error} />
          <p>{t('exports.failedHint')}</p>
        </>
      )}
    </Dialog>
  );
}
