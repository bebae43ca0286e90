import { auditCalls, logExportDays, systemLogCalls, type Sent } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { fetchBytes } from '../../../kit/api/api.ts';
import { addDays } from '../../../kit/format/days.ts';
import { ExportDialog } from '../../../kit/list/export/export-dialog.tsx';

/** Export call and file name of each log. */
const logs = {
  audit: { call: auditCalls.export, file: 'audit' },
  systemLog: { call: systemLogCalls.export, file: 'system-log' },
};
const formats = [{ value: 'CSV', text: 'CSV' }] as const;

interface Props {
  log: keyof typeof logs;
  filters: Partial<Omit<Sent<typeof auditCalls.list>, 'page' | 'pageSize' | 'enablePage'>>;
  onClose: () => void;
}

export const lastLogDayFrom = (from: string) => addDays(from, logExportDays - 1);

/** Saves the days of a log as CSV. */
export function LogExportDialog({ log, filters, onClose }: Props) {
  const { t } = useTranslation('installation/audit');
  const { call, file } = logs[log];
  return (
    <ExportDialog
      words={{
        title: t(`exportTitle.${log}`),
        hint: t('exportHint'),
        tooLong: t('exportTooLong'),
        done: t(`exported.${log}`),
      }}
      name={file}
      formats={formats}
      filters={filters}
      usualDays={logExportDays}
      lastDayFrom={lastLogDayFrom}
      read={(_format, period) => fetchBytes(call, { ...filters, ...period })}
      onClose={onClose}
    />
  );
}
