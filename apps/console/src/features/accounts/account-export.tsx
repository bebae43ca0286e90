import { accountCalls, type AccountSide, type Sent } from '@sweepline/contract';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { fetchBytes } from '../../kit/api.ts';
import { Button } from '../../kit/button.tsx';
import { dayOf } from '../../kit/days.ts';
import { saveFile } from '../../kit/save-file.ts';
import { toast } from '../../kit/toasts.ts';

interface Props {
  side: AccountSide;
  /** Those of the list: the file holds what the list shows, all pages of it. */
  filters: Partial<Sent<typeof accountCalls.export>>;
}

export function AccountExport({ side, filters }: Props) {
  const { t } = useTranslation('accounts');
  const download = useMutation({
    mutationFn: () => fetchBytes(accountCalls.export, { ...filters, side }),
    onSuccess: (bytes) => {
      saveFile(new Blob([bytes], { type: 'text/csv' }), `accounts-${dayOf(new Date())}.csv`);
      toast({ tone: 'done', text: t('exported') });
    },
  });
  return (
    <Button
      look="quiet"
      icon="download"
      aria-label={t('export')}
      busy={download.isPending}
      onClick={() => download.mutate()}
    />
  );
}
