import {
  deviceBindingCalls,
  deviceCalls,
  deviceCareCalls,
  deviceFileCalls,
  pages,
  runCalls,
  settingModels,
  settingsRolloutCalls,
  taskCalls,
  type Device,
} from '@sweepline/contract';
import { can } from '@sweepline/contract/robot';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Allowed } from '../../../../kit/api/allowed.tsx';
import { Button } from '../../../../kit/ui/button.tsx';
import { lazyPart } from '../../../../kit/api/chunks.ts';
import { ExportButton } from '../../../../kit/list/export/export-button.tsx';

const dialogs = {
  start: lazy(() => lazyPart(() => import('./device-bulk-start.tsx').then((m) => m.BulkStartDialog))),
  stop: lazy(() => lazyPart(() => import('./device-bulk-work.tsx').then((m) => m.BulkStopDialog))),
  charge: lazy(() => lazyPart(() => import('./device-bulk-work.tsx').then((m) => m.BulkChargeDialog))),
  wake: lazy(() => lazyPart(() => import('./device-bulk-work.tsx').then((m) => m.BulkWakeDialog))),
  tag: lazy(() => lazyPart(() => import('./device-bulk-dialogs.tsx').then((m) => m.TagDialog))),
  freeze: lazy(() => lazyPart(() => import('./device-bulk-freeze.tsx').then((m) => m.BulkFreezeDialog))),
  unfreeze: lazy(() => lazyPart(() => import('./device-bulk-freeze.tsx').then((m) => m.BulkUnfreezeDialog))),
  remove: lazy(() => lazyPart(() => import('./device-bulk-dialogs.tsx').then((m) => m.RemoveDialog))),
};
const calls = {
  start: taskCalls.start,
  stop: runCalls.stop,
  charge: deviceCalls.charge,
  wake: deviceCareCalls.wake,
  tag: deviceCalls.update,
  freeze: deviceBindingCalls.freeze,
  unfreeze: deviceBindingCalls.unfreeze,
  remove: deviceCalls.remove,
};
type Act = keyof typeof dialogs;

/** Whether an action is offered for a device. Actions that are not listed are offered for all. */
const conditions: Partial<Record<Act, (device: Device) => boolean>> = {
  start: (device) => can(device, 'clean') && device.live.runId === null,
  stop: ({ live }) => live.runId !== null,
  charge: (device) => can(device, 'charge'),
  wake: ({ binding, live, ...device }) =>
    can(device, 'sleep') && binding === 'ACTIVATED' && live.state !== 'ONLINE',
  freeze: ({ binding }) => binding === 'ACTIVATED',
  unfreeze: ({ binding }) => binding === 'FROZEN',
};
const acts = ['start', 'stop', 'charge', 'wake', 'tag', 'freeze', 'unfreeze', 'remove'] as const;
/** The actions that at least one selected device supports. The dialog names the devices that do not. */
const actsOn = (rows: readonly Device[]) => acts.filter((act) => rows.some(conditions[act] ?? (() => true)));

const hasSettings = (device: Device) =>
  can(device, 'settings') && settingModels.some((value) => value === device.model);

/** The actions on several devices at once, with the result of each. */
export function DeviceBulk({ rows, onDone }: { rows: Device[]; onDone: () => void }) {
  const { t } = useTranslation('devices/devices');
  const [open, setOpen] = useState<Act | null>(null);
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
      {rows.some(hasSettings) && (
        <Allowed call={settingsRolloutCalls.start}>
          <Link
            className="sl-button sl-button-plain"
            to={pages.settingsSync({ target: rows.filter(hasSettings).map(({ id }) => id) })}
          >
            {t('bulk.settings')}
          </Link>
        </Allowed>
      )}
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
