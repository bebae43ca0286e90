import { reportCalls, type Sent } from '@sweepline/contract';
import { useMutation } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchBytes } from '../../kit/api.ts';
import { Button } from '../../kit/button.tsx';
import { dayEnd, dayOf, dayStart } from '../../kit/days.ts';
import { toast } from '../../kit/toasts.ts';
import { rangeFault } from './report-rules.ts';
import { saveFile } from '../../kit/save-file.ts';

interface Props {
  /** The filters of the list; the file holds what the list shows. */
  filters: Partial<Sent<typeof reportCalls.export>>;
  onClose: () => void;
}

const usualDays = 30;

/** Asks for which days; more than a month is refused here already, with the reason beside the fields. */
export function ExportDialog({ filters, onClose }: Props) {
  const { t } = useTranslation('task-reports');
  const { t: kit } = useTranslation('kit');
  const [today] = useState(() => dayOf(new Date()));
  const [from, setFrom] = useState(() =>
    dayOf(filters.from ?? new Date(Date.now() - (usualDays - 1) * 86_400_000)),
  );
  const [to, setTo] = useState(filters.to ? dayOf(filters.to) : today);
  const fault = rangeFault(from, to);
  const download = useMutation({
    mutationFn: () => fetchBytes(reportCalls.export, { ...filters, from: dayStart(from), to: dayEnd(to) }),
    onSuccess: (bytes) => {
      saveFile(new Blob([bytes], { type: 'text/csv' }), `reports-${from}-${to}.csv`);
      toast({ tone: 'done', text: t('exported') });
      onClose();
    },
  });
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
            {t('exportAct')}
          </Button>
        </>
      }
    >
      <p>{t('exportHint')}</p>
      <div className="export-days">
        <label>
          <span>{t('from')}</span>
          <input
            type="date"
            className="sl-input"
            value={from}
            max={today}
            onChange={({ target }) => setFrom(target.value)}
          />
        </label>
        <label>
          <span>{t('to')}</span>
          <input
            type="date"
            className="sl-input"
            value={to}
            max={today}
            onChange={({ target }) => setTo(target.value)}
          />
        </label>
      </div>
      {fault && (
        <p role="alert" className="export-fault">
          {t(`rangeFaults.${fault}`)}
        </p>
      )}
    </Modal>
  );
}
