import { permissions, pages } from '@sweepline/contract';
import type { Route } from './routes.tsx';

/** Evaluations of many runs, and what went wrong: zones, alarms, monitoring, assists, statistics and report subscriptions. */
export const insightRoutes: Route[] = [
  {
    path: pages.zones.path,
    allow: permissions.zoneBoard,
    title: 'zoneBoard',
    icon: 'polygon',
    group: 'work',
    page: () => import('../../features/zone-board/zone-board-page.tsx').then((m) => m.ZoneBoardPage),
  },
  {
    path: pages.statistics.path,
    allow: permissions.statistics,
    title: 'statistics',
    icon: 'compare',
    group: 'work',
    page: () => import('../../features/statistics/statistics-page.tsx').then((m) => m.StatisticsPage),
  },
  {
    path: pages.subscriptions.path,
    allow: permissions.subscriptions,
    title: 'subscriptions',
    icon: 'mail',
    group: 'work',
    page: () =>
      import('../../features/report-subscriptions/subscription-list-page.tsx').then(
        (m) => m.SubscriptionListPage,
      ),
  },
  {
    path: pages.alarms.path,
    allow: permissions.alarmList,
    title: 'alarms',
    icon: 'alert',
    group: 'service',
    page: () => import('../../features/alarms/alarm-list-page.tsx').then((m) => m.AlarmListPage),
  },
  {
    path: pages.alarm.path,
    allow: permissions.alarmList,
    title: 'alarm',
    parent: pages.alarms.path,
    page: () => import('../../features/alarms/alarm-detail-page.tsx').then((m) => m.AlarmDetailPage),
  },
  {
    path: pages.monitor.path,
    allow: permissions.monitoring,
    title: 'monitor',
    icon: 'signal',
    group: 'service',
    page: () => import('../../features/monitoring/overview/monitor-page.tsx').then((m) => m.MonitorPage),
  },
  {
    path: pages.monitorDetail.path,
    allow: permissions.monitoring,
    title: 'monitorDetail',
    parent: pages.monitor.path,
    page: () =>
      import('../../features/monitoring/detail/monitor-detail-page.tsx').then((m) => m.MonitorDetailPage),
  },
  {
    path: pages.assists.path,
    allow: permissions.assists,
    title: 'assists',
    icon: 'hand',
    group: 'service',
    page: () => import('../../features/assists/assist-list-page.tsx').then((m) => m.AssistListPage),
  },
  {
    path: pages.alarmQuality.path,
    allow: permissions.alarmList,
    title: 'alarmQuality',
    icon: 'data',
    group: 'service',
    page: () =>
      import('../../features/alarm-settings/quality/alarm-quality-page.tsx').then((m) => m.AlarmQualityPage),
  },
  {
    path: pages.alarmSettings.path,
    allow: permissions.reportSettings,
    title: 'alarmSettings',
    icon: 'bell',
    group: 'service',
    page: () =>
      import('../../features/alarm-settings/alarm-settings-page.tsx').then((m) => m.AlarmSettingsPage),
  },
];
