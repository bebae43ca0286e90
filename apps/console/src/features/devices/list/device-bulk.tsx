import { deviceBindingCalls, deviceCalls, deviceFileCalls, type Device } from '@sweepline/contract';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { lazyPart } from '../../../kit/api/chunks.ts';
import { ExportButton } from '../../../kit/list/export-button.tsx';

const dialogs = {
  tag: lazy(() => lazyPart(() => import('./device-bulk-dialogs.tsx').then((m) => m.TagDialog))),
  freeze: lazy(() => lazyPart(() => import('./device-bulk-freeze.tsx').then((m) => m.BulkFreezeDialog))),
  unfreeze: lazy(() => lazyPart(() => import('./device-bulk-freeze.tsx').then((m) => m.BulkUnfreezeDialog))),
  remove: lazy(() => lazyPart(() => import('./device-bulk-dialogs.tsx').then((m) => m.RemoveDialog))),
};
const calls = {
  tag: deviceCalls.update,
  freeze: deviceBindingCalls.freeze,
  unfreeze: deviceBindingCalls.unfreeze,
  remove: deviceCalls.remove,
};
/** The actions that at least one selected device supports. */
const actsOn = (rows: readonly Device[]) =>
  (['tag', 'freeze', 'unfreeze', 'remove'] as const).filter(
    (act) =>
      (act !== 'freeze' || rows.some(({ binding }) => binding === 'ACTIVATED')) &&
      (act !== 'unfreeze' || rows.some(({ binding }) => binding === 'FROZEN')),
  );

/** The actions on several devices at once, with the result of each. */
export function DeviceBulk({ rows, onDone }: { rows: Device[]; onDone: () => void }) {
  const { t } = useTranslation('devices');
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null);
  const Dialog = open && dialogs[open];
  return (
    <>
      {actsOn(rows).map((act) => (
        <Allowed key={act} call={calls[act]}>
          <Button look={act === 'remove' ? 'danger' : 'plain'} onClick={() => setOpen(act)}>
            {t(`bulk.${act}`)}
          </Button>
        </Allowed>
      ))}
      <ExportButton
        words
        call={deviceFileCalls.export}
        input={{ ids: rows.map(({ id }) => id) }}
        name="devices"
      />
      {Dialog && (
        <Suspense>
          <Dialog
            rows={rows}
            onClose={(changed) => {
              setOpen(null);
              if (changed) onDone();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
