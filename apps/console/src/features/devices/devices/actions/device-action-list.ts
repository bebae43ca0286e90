import {
  deviceBindingCalls,
  deviceCalls,
  deviceWarrantyCalls,
  type Call,
  type Device,
} from '@sweepline/contract';
import { lazy, type ComponentType } from 'react';
import { lazyPart } from '../../../../kit/api/chunks.ts';
import type { IconName } from '../../../../kit/ui/icons.ts';

export interface DeviceAction {
  /** The text key. */
  key: 'edit' | 'renewSecret' | 'freeze' | 'unfreeze' | 'extendWarranty' | 'changeSn' | 'unbind' | 'remove';
  icon: IconName;
  danger?: boolean;
  /** Done rarely, about what the robot is and not what it does: it stands in the group "Manage". */
  isRare?: boolean;
  /** Its key on the page of the device. */
  letter?: string;
  allow: Call['allow'];
  /** Whether the action is offered on the device. */
  when?: (device: Device) => boolean;
  Dialog: ComponentType<{ device: Device; onClose: () => void }>;
}

const isReachable = ({ live }: Device) => live.state === 'ONLINE';

const isIn =
  (...states: Device['binding'][]) =>
  ({ binding }: Device) =>
    states.includes(binding);

/** The menu of a device, in order. Dialogs load when first opened, so a list that is only read does not load forms. */
export const deviceActions: readonly DeviceAction[] = [
  {
    key: 'edit',
    letter: 'e',
    icon: 'edit',
    allow: deviceCalls.update.allow,
    Dialog: lazy(() => lazyPart(() => import('./device-edit-dialog.tsx').then((m) => m.DeviceEditDialog))),
  },
  {
    key: 'renewSecret',
    isRare: true,
    icon: 'key',
    allow: deviceCalls.renewSecret.allow,
    Dialog: lazy(() => lazyPart(() => import('./device-renew-dialog.tsx').then((m) => m.DeviceRenewDialog))),
  },
  {
    key: 'extendWarranty',
    isRare: true,
    icon: 'shield',
    allow: deviceWarrantyCalls.extend.allow,
    when: ({ binding }) => binding !== 'VOID',
    Dialog: lazy(() =>
      lazyPart(() => import('./device-warranty-dialog.tsx').then((m) => m.DeviceWarrantyDialog)),
    ),
  },
  {
    key: 'freeze',
    isRare: true,
    icon: 'lock',
    allow: deviceBindingCalls.freeze.allow,
    when: isIn('ACTIVATED', 'UNFREEZING'),
    Dialog: lazy(() =>
      lazyPart(() => import('./device-freeze-dialog.tsx').then((m) => m.DeviceFreezeDialog)),
    ),
  },
  {
    key: 'unfreeze',
    isRare: true,
    icon: 'lock',
    allow: deviceBindingCalls.unfreeze.allow,
    when: isIn('FREEZING', 'FROZEN'),
    Dialog: lazy(() =>
      lazyPart(() => import('./device-unfreeze-dialog.tsx').then((m) => m.DeviceUnfreezeDialog)),
    ),
  },
  {
    key: 'changeSn',
    isRare: true,
    icon: 'edit',
    allow: deviceBindingCalls.changeSn.allow,
    when: isIn('ACTIVATED'),
    Dialog: lazy(() =>
      lazyPart(() => import('./device-serial-dialog.tsx').then((m) => m.DeviceSerialDialog)),
    ),
  },
  {
    key: 'unbind',
    isRare: true,
    icon: 'close',
    danger: true,
    allow: deviceBindingCalls.unbind.allow,
    when: isIn('ACTIVATED', 'FREEZING', 'FROZEN', 'UNFREEZING', 'UNBINDING'),
    Dialog: lazy(() =>
      lazyPart(() => import('./device-unbind-dialog.tsx').then((m) => m.DeviceUnbindDialog)),
    ),
  },
  {
    key: 'remove',
    isRare: true,
    icon: 'trash',
    danger: true,
    allow: deviceCalls.remove.allow,
    when: (device) => !isReachable(device) && device.binding !== 'VOID',
    Dialog: lazy(() =>
      lazyPart(() => import('./device-remove-dialog.tsx').then((m) => m.DeviceRemoveDialog)),
    ),
  },
];
