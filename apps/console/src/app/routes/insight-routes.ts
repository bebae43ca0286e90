import { permissions } from '@sweepline/contract';
import type { Route } from './routes.tsx';

/** Evaluations of many runs: zones, assists, statistics and report subscriptions. */
export const insightRoutes: Route[] = [
  {
    path: '/dataManage/zones',
    allow: permissions.zoneBoard,
    title: 'zoneBoard',
    icon: 'polygon',
    group: 'data',
    page: () => import('../../features/zone-board/zone-board-page.tsx').then((m) => m.ZoneBoardPage),
  },
  {
    path: '/dataManage/assists',
    allow: permissions.assists,
    title: 'assists',
    icon: 'hand',
    group: 'data',
    page: () => import('../../features/assists/assist-list-page.tsx').then((m) => m.AssistListPage),
  },
  {
    path: '/dataManage/statistics',
    allow: permissions.statistics,
    title: 'statistics',
    icon: 'compare',
    group: 'data',
    page: () => import('../../features/statistics/statistics-page.tsx').then((m) => m.StatisticsPage),
  },
  {
    path: '/dataManage/subscriptions',
    allow: permissions.subscriptions,
    title: 'subscriptions',
    icon: 'mail',
    group: 'data',
    page: () =>
      import('../../features/report-subscriptions/subscription-list-page.tsx').then(
        (m) => m.SubscriptionListPage,
      ),
  },
];
