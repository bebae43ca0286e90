import { fileTransferCalls } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../kit/api/may.ts';
import { Button } from '../../../../kit/ui/button.tsx';
import { PullDialog } from './pull-dialog.tsx';

/** Fetches files from robots, for people who may. */
export function PullButton({ onSent }: { onSent: () => void }) {
  const { t } = useTranslation('remote/files');
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  if (!may(fileTransferCalls.pull.allow)) return null;
  const sent = () => {
    close();
    onSent();
  };
  return (
    <>
      <Button icon="robot" onClick={() => setOpen(true)}>
        {t('pull')}
      </Button>
      {isOpen && <PullDialog onSent={sent} onClose={close} />}
    </>
  );
}
