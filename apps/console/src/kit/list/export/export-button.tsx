import type { Call, Sent } from '@sweepline/contract';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../api/allowed.tsx';
import { fetchBytes } from '../../api/api.ts';
import { Button } from '../../ui/button.tsx';
import { dayOf } from '../../format/days.ts';
import { saveFile } from '../../api/save-file.ts';
import { toast } from '../../ui/toasts.ts';

interface Props<C extends Call> {
  call: C;
  /** The content of the file: the filters of the list, for all its pages, or the selected rows. */
  input: Sent<C>;
  /** The file's name without the date. */
  name: string;
  /** Shows a text on the button instead of only the icon. */
  words?: boolean;
}

/** Saves a list as CSV. Hidden without the permission of the call. */
export function ExportButton<C extends Call>({ call, input, name, words = false }: Props<C>) {
  const { t } = useTranslation('kit');
  const download = useMutation({
    mutationFn: () => fetchBytes(call, input),
    onSuccess: (bytes) => {
      saveFile(new Blob([bytes], { type: 'text/csv' }), `${name}-${dayOf(new Date())}.csv`);
      toast({ tone: 'done', text: t('exported') });
    },
  });
  const look = words ? { children: t('export') } : { look: 'quiet' as const, 'aria-label': t('export') };
  return (
    <Allowed call={call}>
      <Button icon="download" busy={download.isPending} onClick={() => download.mutate()} {...look} />
    </Allowed>
  );
}
