import type { Call, Sent } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../api/allowed.tsx';
import { fetchBytes } from '../../api/api.ts';
import { Button } from '../../ui/button.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { lastExportDay } from './export-period.ts';

interface Period {
  from: string;
  to: string;
}
interface Props<C extends Call> {
  call: C;
  /** The moments that the list is filtered by. */
  filters: { from?: string | undefined; to?: string | undefined };
  /** The filters of the list in a period. */
  input: (period: Period) => Sent<C>;
  title: string;
  /** The file's name without its days. */
  name: string;
  /** Shows a text on the button instead of only the icon. */
  words?: boolean;
}

const formats = [{ value: 'CSV', text: 'CSV' }] as const;
const usualDays = 30;

/** Saves at most a month of a list as CSV. Hidden without the permission of the call. */
export function MonthExportButton<C extends Call>({ call, filters, input, title, name, words }: Props<C>) {
  const { t } = useTranslation('kit');
  const [open, setOpen] = useState(false);
  const look = words ? { children: t('export') } : { look: 'quiet' as const, 'aria-label': t('export') };
  return (
    <Allowed call={call}>
      <Button icon="download" onClick={() => setOpen(true)} {...look} />
      {open && (
        <ExportDialog
          words={{
            title,
            hint: t('exports.monthHint'),
            tooLong: t('exports.overMonth'),
            done: t('exported'),
          }}
          name={name}
          formats={formats}
          filters={filters}
          usualDays={usualDays}
          lastDayFrom={lastExportDay}
          read={(_format, period) => fetchBytes(call, input(period))}
          onClose={() => setOpen(false)}
        />
      )}
    </Allowed>
  );
}
