import { activationCodeCalls, type Sent } from '@sweepline/contract';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../kit/api/allowed.tsx';
import { fetchBytes } from '../../kit/api/api.ts';
import { Button } from '../../kit/ui/button.tsx';
import { dayOf } from '../../kit/format/days.ts';
import { saveFile } from '../../kit/api/save-file.ts';
import { toast } from '../../kit/ui/toasts.ts';

interface Props {
  /** The filters of the list: the file contains every page of it. */
  filters: Partial<Sent<typeof activationCodeCalls.export>>;
  /** Shows a text on the button instead of the icon alone. */
  words?: boolean;
}

export function CodeExport({ filters, words = false }: Props) {
  const { t } = useTranslation('activation-codes');
  const download = useMutation({
    mutationFn: () => fetchBytes(activationCodeCalls.export, { ...filters, form: 'csv' }),
    onSuccess: (bytes) => {
      saveFile(new Blob([bytes], { type: 'text/csv' }), `activation-codes-${dayOf(new Date())}.csv`);
      toast({ tone: 'done', text: t('exported') });
    },
  });
  const look = words
    ? { children: t('exportCsv') }
    : { look: 'quiet' as const, 'aria-label': t('exportCsv') };
  return (
    <Allowed call={activationCodeCalls.export}>
      <Button icon="download" busy={download.isPending} onClick={() => download.mutate()} {...look} />
    </Allowed>
  );
}
