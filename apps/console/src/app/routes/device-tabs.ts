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
  voiceSetCalls,
  workOrderCalls,
} from '@sweepline/contract';
import { lazy } from 'react';
import type { DeviceTab } from '../../features/devices/devices/detail/device-tab.ts';
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
      lazyPart(() => import('../../features/work/tasks/device-tasks-tab.tsx').then((m) => m.DeviceTasksTab)),
    ),
  },
  {
    key: 'alarms',
    allow: alarmCalls.list.allow,
    Tab: lazy(() =>
      lazyPart(() =>
        import('../../features/alarms/alarms/device-alarms-tab.tsx').then((m) => m.DeviceAlarmsTab),
      ),
    ),
  },
  {
    key: 'workOrders',
    allow: workOrderCalls.list.allow,
    Tab: lazy(() =>
      lazyPart(() =>
        import('../../features/service/orders/device-work-orders-tab.tsx').then((m) => m.DeviceWorkOrdersTab),
      ),
    ),
  },
  {
    key: 'control',
    allow: deviceCareCalls.reboot.allow,
    capability: ['locate', 'selfCheck', 'parts', 'sleep', 'reboot', 'relocate', 'place'],
    Tab: lazy(() =>
      lazyPart(() => import('../../features/devices/care/control-tab.tsx').then((m) => m.ControlTab)),
    ),
  },
  {
    key: 'consumables',
    allow: deviceCareCalls.consumables.allow,
    capability: 'consumables',
    Tab: lazy(() =>
      lazyPart(() => import('../../features/devices/care/consumables-tab.tsx').then((m) => m.ConsumablesTab)),
    ),
  },
  {
    key: 'maintenance',
    allow: maintenanceRecordCalls.list.allow,
    Tab: lazy(() =>
      lazyPart(() =>
        import('../../features/service/maintenance/device-maintenance-tab.tsx').then(
          (m) => m.DeviceMaintenanceTab,
        ),
      ),
    ),
  },
  {
    key: 'drive',
    allow: [permissions.deviceDrive, permissions.deviceControlPassword],
    capability: 'drive',
    Tab: lazy(() =>
      lazyPart(() => import('../../features/devices/control/drive-tab.tsx').then((m) => m.DriveTab)),
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
      lazyPart(() => import('../../features/remote/diagnosis/diagnosis-tab.tsx').then((m) => m.DiagnosisTab)),
    ),
  },
  {
    key: 'settings',
    allow: deviceSettingCalls.detail.allow,
    capability: 'settings',
    Tab: lazy(() =>
      lazyPart(() => import('../../features/devices/settings/settings-tab.tsx').then((m) => m.SettingsTab)),
    ),
  },
  {
    key: 'sounds',
    allow: voiceSetCalls.device.allow,
    capability: 'audio',
    Tab: lazy(() =>
      lazyPart(() =>
        import('../../features/brand/voice-sets/device-sounds-tab.tsx').then((m) => m.DeviceSoundsTab),
      ),
    ),
  },
  {
    key: 'versions',
    allow: deviceVersionCalls.parts.allow,
    Tab: lazy(() =>
      lazyPart(() => import('../../features/devices/versions/versions-tab.tsx').then((m) => m.VersionsTab)),
    ),
  },
  {
    key: 'updates',
    allow: deviceUpdateCalls.standing.allow,
    capability: 'ota',
    Tab: lazy(() =>
      lazyPart(() =>
        import('../../features/updates/rollouts/device/updates-tab.tsx').then((m) => m.UpdatesTab),
      ),
    ),
  },
  {
    key: 'history',
    allow: deviceHistoryCalls.during.allow,
    Tab: lazy(() =>
      lazyPart(() => import('../../features/devices/history/history-tab.tsx').then((m) => m.HistoryTab)),
    ),
  },
  {
    key: 'logs',
    allow: deviceLogCalls.list.allow,
    capability: 'logPull',
    Tab: lazy(() =>
      lazyPart(() =>
        import('../../features/remote/logs/list/device-logs-tab.tsx').then((m) => m.DeviceLogsTab),
      ),
    ),
  },
  {
    key: 'sharing',
    allow: deviceShareCalls.list.allow,
    Tab: lazy(() =>
      lazyPart(() => import('../../features/devices/shares/shares-tab.tsx').then((m) => m.SharesTab)),
    ),
  },
  {
    key: 'faultCodes',
    allow: faultCodeCalls.list.allow,
    Tab: lazy(() =>
      lazyPart(() =>
        import('../../features/service/fault-reports/fault-codes-tab.tsx').then((m) => m.FaultCodesTab),
      ),
    ),
  },
  {
    key: 'custody',
    allow: deviceStockCalls.custody.allow,
    Tab: lazy(() =>
      lazyPart(() => import('../../features/stock/binding/custody-tab.tsx').then((m) => m.CustodyTab)),
    ),
  },
];
