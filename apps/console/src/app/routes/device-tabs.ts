import {
  alarmCalls,
  deviceStockCalls,
  deviceCareCalls,
  deviceHistoryCalls,
  deviceSettingCalls,
  deviceVersionCalls,
  deviceShareCalls,
  permissions,
  taskCalls,
} from '@sweepline/contract';
import { lazy } from 'react';
import type { DeviceTab } from '../../features/devices/detail/device-tab.ts';
import { lazyPart } from '../../kit/api/chunks.ts';

/**
 * The tabs of a device's page that other features contribute, in their order. Each is loaded when it is
 * first opened: `Tab: lazy(() => lazyPart(() => import(…).then((m) => m.…)))`.
 */
export const deviceTabs: readonly DeviceTab[] = [
  {
    key: 'tasks',
    allow: taskCalls.list.allow,
    Tab: lazy(() =>
      lazyPart(() => import('../../features/tasks/device-tasks-tab.tsx').then((m) => m.DeviceTasksTab)),
    ),
  },
  {
    key: 'alarms',
    allow: alarmCalls.list.allow,
    Tab: lazy(() =>
      lazyPart(() => import('../../features/alarms/device-alarms-tab.tsx').then((m) => m.DeviceAlarmsTab)),
    ),
  },
  {
    key: 'control',
    allow: deviceCareCalls.reboot.allow,
    capability: 'reboot',
    Tab: lazy(() =>
      lazyPart(() => import('../../features/device-care/control-tab.tsx').then((m) => m.ControlTab)),
    ),
  },
  {
    key: 'consumables',
    allow: deviceCareCalls.consumables.allow,
    capability: 'consumables',
    Tab: lazy(() =>
      lazyPart(() => import('../../features/device-care/consumables-tab.tsx').then((m) => m.ConsumablesTab)),
    ),
  },
  {
    key: 'drive',
    allow: [permissions.deviceDrive, permissions.deviceControlPassword],
    capability: 'teleop',
    Tab: lazy(() =>
      lazyPart(() => import('../../features/device-control/drive-tab.tsx').then((m) => m.DriveTab)),
    ),
  },
  {
    key: 'settings',
    allow: deviceSettingCalls.detail.allow,
    capability: 'settings',
    Tab: lazy(() =>
      lazyPart(() => import('../../features/device-settings/settings-tab.tsx').then((m) => m.SettingsTab)),
    ),
  },
  {
    key: 'versions',
    allow: deviceVersionCalls.parts.allow,
    Tab: lazy(() =>
      lazyPart(() => import('../../features/device-versions/versions-tab.tsx').then((m) => m.VersionsTab)),
    ),
  },
  {
    key: 'history',
    allow: deviceHistoryCalls.during.allow,
    Tab: lazy(() =>
      lazyPart(() => import('../../features/device-history/history-tab.tsx').then((m) => m.HistoryTab)),
    ),
  },
  {
    key: 'sharing',
    allow: deviceShareCalls.list.allow,
    Tab: lazy(() =>
      lazyPart(() => import('../../features/device-shares/shares-tab.tsx').then((m) => m.SharesTab)),
    ),
  },
  {
    key: 'custody',
    allow: deviceStockCalls.custody.allow,
    Tab: lazy(() =>
      lazyPart(() => import('../../features/device-binding/custody-tab.tsx').then((m) => m.CustodyTab)),
    ),
  },
];
