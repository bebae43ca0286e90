import type { Account } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/button.tsx';
import { AccountBulkDialog, type BulkAct } from './dialogs/account-bulk-dialog.tsx';

const acts = { enable: 'disable', disable: 'disable', remove: 'delete' } as const;

/** The actions that apply to at least one selected account. */
export function AccountBulk({ rows, onDone }: { rows: Account[]; onDone: () => void }) {
  const { t } = useTranslation('people/accounts');
  const [act, setAct] = useState<BulkAct | null>(null);
  // Enable skips enabled accounts. Accounts the caller may not change stay in the list, so that the reason is shown.
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
