import { auditCalls, logExportDays, systemLogCalls, type Sent } from '@sweepline/contract';
import { useMutation } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchBytes } from '../../kit/api/api.ts';
import { Button } from '../../kit/ui/button.tsx';
import { DateInput } from '../../kit/form/date-input.tsx';
import { addDays, dayEnd, dayOf, dayStart } from '../../kit/format/days.ts';
import { saveFile } from '../../kit/api/save-file.ts';
import { toast } from '../../kit/ui/toasts.ts';

/** Export call and file name of each log. */
const logs = {
  audit: { call: auditCalls.export, file: 'audit' },
  systemLog: { call: systemLogCalls.export, file: 'system-log' },
};

interface Props {
  log: keyof typeof logs;
  filters: Partial<Omit<Sent<typeof auditCalls.list>, 'page' | 'pageSize' | 'enablePage'>>;
  onClose: () => void;
}

/** The fault of a range of days, or null. */
export function rangeFault(from: string, to: string): 'order' | 'tooLong' | null {
  if (from === '' || to === '' || from > to) return 'order';
  return addDays(from, logExportDays - 1) < to ? 'tooLong' : null;
}

/** Selects the days of an export. A range over the maximum shows an error and is not sent. */
export function LogExportDialog({ log, filters, onClose }: Props) {
  const { call, file } = logs[log];
  const { t } = useTranslation('system-logs');
  const { t: kit } = useTranslation('kit');
  const [today] = useState(() => dayOf(new Date()));
  const [from, setFrom] = useState(filters.from ? dayOf(filters.from) : addDays(today, 1 - logExportDays));
  const [to, setTo] = useState(filters.to ? dayOf(filters.to) : today);
  const fault = rangeFault(from, to);
  const download = useMutation({
    mutationFn: () => fetchBytes(call, { ...filters, from: dayStart(from), to: dayEnd(to) }),
    onSuccess: (bytes) => {
      saveFile(new Blob([bytes], { type: 'text/csv' }), `${file}-${from}-${to}.csv`);
      toast({ tone: 'done', text: t(`exported.${log}`) });
      onClose();
    },
  });
  const field = (label: string, value: string, set: (day: string) => void) => (
    <label>
      <span>{label}</span>
      <DateInput value={value} max={today} onChange={set} />
    </label>
  );
  return (
    <Modal
      open
      title={t(`exportTitle.${log}`)}
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
      <div className="log-days">
        {field(kit('from'), from, setFrom)}
        {field(kit('to'), to, setTo)}
      </div>
      {fault && (
        <p role="alert" className="log-fault">
          {t(`rangeFaults.${fault}`)}
        </p>
      )}
    </Modal>
  );
}
