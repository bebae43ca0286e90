import type { Account } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/button.tsx';
import { AccountBulkDialog, type BulkAct } from './dialogs/account-bulk-dialog.tsx';

const acts = { enable: 'disable', disable: 'disable', remove: 'delete' } as const;

/** What may be done to at least one of the chosen accounts. */
export function AccountBulk({ rows, onDone }: { rows: Account[]; onDone: () => void }) {
  const { t } = useTranslation('accounts');
  const [act, setAct] = useState<BulkAct | null>(null);
  // Nobody is enabled who is; whom the person may not touch is left in, so that the reason is read.
  const about = (one: BulkAct) =>
    rows.filter(({ disabled }) => one === 'remove' || disabled === (one === 'enable'));
  const offered = (['disable', 'enable', 'remove'] as const).filter((one) =>
    about(one).some((row) => row.acts.includes(acts[one])),
  );
  return (
    <>
      {offered.map((one) => (
        <Button key={one} look={one === 'remove' ? 'danger' : 'plain'} onClick={() => setAct(one)}>
          {t(one)}
        </Button>
      ))}
      {act && (
        <AccountBulkDialog
          act={act}
          rows={about(act)}
          onClose={(changed) => {
            setAct(null);
            if (changed) onDone();
          }}
        />
      )}
    </>
  );
}
