import {
  alarmCalls,
  deviceStockCalls,
  deviceCareCalls,
  deviceHistoryCalls,
  deviceLogCalls,
  deviceSettingCalls,
  deviceUpdateCalls,
  deviceVersionCalls,
  deviceShareCalls,
  diagnosisCalls,
  faultCodeCalls,
  maintenanceRecordCalls,
  permissions,
  taskCalls,
  workOrderCalls,
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
    key: 'workOrders',
    allow: workOrderCalls.list.allow,
    Tab: lazy(() =>
      lazyPart(() =>
        import('../../features/work-orders/device-work-orders-tab.tsx').then((m) => m.DeviceWorkOrdersTab),
      ),
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
    key: 'maintenance',
    allow: maintenanceRecordCalls.list.allow,
    Tab: lazy(() =>
      lazyPart(() =>
        import('../../features/maintenance/device-maintenance-tab.tsx').then((m) => m.DeviceMaintenanceTab),
      ),
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
    key: 'video',
    allow: permissions.deviceList,
    capability: 'video',
    Tab: lazy(() => lazyPart(() => import('../../shared/video/video-tab.tsx').then((m) => m.VideoTab))),
  },
  {
    key: 'diagnosis',
    allow: diagnosisCalls.detail.allow,
    Tab: lazy(() =>
      lazyPart(() => import('../../features/device-diagnosis/diagnosis-tab.tsx').then((m) => m.DiagnosisTab)),
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
    key: 'updates',
    allow: deviceUpdateCalls.standing.allow,
    capability: 'update',
    Tab: lazy(() =>
      lazyPart(() => import('../../features/ota-tasks/device/updates-tab.tsx').then((m) => m.UpdatesTab)),
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
    key: 'logs',
    allow: deviceLogCalls.list.allow,
    capability: 'logs',
    Tab: lazy(() =>
      lazyPart(() =>
        import('../../features/device-logs/list/device-logs-tab.tsx').then((m) => m.DeviceLogsTab),
      ),
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
    key: 'faultCodes',
    allow: faultCodeCalls.list.allow,
    Tab: lazy(() =>
      lazyPart(() => import('../../features/fault-reports/fault-codes-tab.tsx').then((m) => m.FaultCodesTab)),
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
