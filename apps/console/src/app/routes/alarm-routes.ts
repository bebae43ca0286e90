import { permissions, pages } from '@sweepline/contract';
import type { Route } from './routes.tsx';

/** Alarms, operations monitoring, and what companies decide about alarms. */
export const alarmRoutes: Route[] = [
  {
    path: pages.alarms.path,
    allow: permissions.alarmList,
    title: 'alarms',
    goKey: 'a',
    icon: 'alert',
    group: 'alarms',
    page: () => import('../../features/alarms/alarms/alarm-list-page.tsx').then((m) => m.AlarmListPage),
  },
  {
    path: pages.alarm.path,
    needsId: true,
    allow: permissions.alarmList,
    title: 'alarm',
    parent: pages.alarms.path,
    page: () => import('../../features/alarms/alarms/alarm-detail-page.tsx').then((m) => m.AlarmDetailPage),
  },
  {
    path: pages.monitor.path,
    allow: permissions.monitoring,
    title: 'monitor',
    icon: 'signal',
    group: 'alarms',
    page: () =>
      import('../../features/alarms/monitoring/overview/monitor-page.tsx').then((m) => m.MonitorPage),
  },
  {
    path: pages.monitorDetail.path,
    needsId: true,
    allow: permissions.monitoring,
    title: 'monitorDetail',
    parent: pages.monitor.path,
    page: () =>
      import('../../features/alarms/monitoring/detail/monitor-detail-page.tsx').then(
        (m) => m.MonitorDetailPage,
      ),
  },
  {
    path: pages.deviceLogs.path,
    allow: permissions.deviceLogs,
    title: 'deviceLogs',
    icon: 'report',
    group: 'alarms',
    page: () => import('../../features/remote/logs/device-logs-page.tsx').then((m) => m.DeviceLogsPage),
  },
  {
    path: pages.deviceLog.path,
    needsId: true,
    allow: permissions.deviceLogs,
    title: 'deviceLog',
    parent: pages.deviceLogs.path,
    page: () => import('../../features/remote/logs/reader/log-page.tsx').then((m) => m.LogPage),
  },
  {
    path: pages.alarmQuality.path,
    allow: permissions.alarmList,
    title: 'alarmQuality',
    icon: 'data',
    group: 'alarms',
    page: () =>
      import('../../features/alarms/settings/quality/alarm-quality-page.tsx').then((m) => m.AlarmQualityPage),
  },
  {
    path: pages.alarmSettings.path,
    allow: permissions.reportSettings,
    title: 'alarmSettings',
    parent: pages.runNotices.path,
    page: () =>
      import('../../features/alarms/settings/alarm-settings-page.tsx').then((m) => m.AlarmSettingsPage),
  },
];
