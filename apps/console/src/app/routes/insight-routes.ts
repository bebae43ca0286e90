import { permissions, pages } from '@sweepline/contract';
import type { Route } from './routes.tsx';

/** Evaluations of many runs: zones, assists, statistics and report subscriptions; and rules of notices. */
export const insightRoutes: Route[] = [
  {
    path: pages.zones.path,
    allow: permissions.zoneBoard,
    title: 'zoneBoard',
    goKey: 'z',
    icon: 'polygon',
    group: 'work',
    page: () => import('../../features/work/zone-board/zone-board-page.tsx').then((m) => m.ZoneBoardPage),
  },
  {
    path: pages.statistics.path,
    allow: permissions.statistics,
    title: 'statistics',
    goKey: 'i',
    icon: 'compare',
    group: 'work',
    page: () => import('../../features/figures/statistics/statistics-page.tsx').then((m) => m.StatisticsPage),
  },
  {
    path: pages.subscriptions.path,
    allow: permissions.subscriptions,
    title: 'subscriptions',
    icon: 'mail',
    group: 'work',
    page: () =>
      import('../../features/figures/report-subscriptions/subscription-list-page.tsx').then(
        (m) => m.SubscriptionListPage,
      ),
  },
  {
    path: pages.assists.path,
    allow: permissions.assists,
    title: 'assists',
    icon: 'hand',
    group: 'service',
    page: () => import('../../features/alarms/assists/assist-list-page.tsx').then((m) => m.AssistListPage),
  },
  {
    path: pages.runNotices.path,
    allow: permissions.reportSettings,
    title: 'noticeRules',
    icon: 'bell',
    group: 'alarms',
    page: () =>
      import('../../features/people/notice-settings/run-notice-page.tsx').then((m) => m.RunNoticePage),
  },
  {
    path: pages.connectionNotices.path,
    allow: permissions.reportSettings,
    title: 'connectionNotices',
    parent: pages.runNotices.path,
    page: () =>
      import('../../features/people/notice-settings/connection-notice-page.tsx').then(
        (m) => m.ConnectionNoticePage,
      ),
  },
  {
    path: pages.escalation.path,
    allow: permissions.reportSettings,
    title: 'escalation',
    parent: pages.runNotices.path,
    page: () => import('../../features/alarms/escalation/policy-page.tsx').then((m) => m.PolicyPage),
  },
];
