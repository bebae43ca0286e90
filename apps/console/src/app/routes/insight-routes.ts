import { permissions, pages } from '@sweepline/contract';
import type { Route } from './routes.tsx';

/** Evaluations of many runs: zones, assists, statistics and report subscriptions. */
export const insightRoutes: Route[] = [
  {
    path: pages.zones.path,
    allow: permissions.zoneBoard,
    title: 'zoneBoard',
    icon: 'polygon',
    group: 'data',
    page: () => import('../../features/zone-board/zone-board-page.tsx').then((m) => m.ZoneBoardPage),
  },
  {
    path: pages.assists.path,
    allow: permissions.assists,
    title: 'assists',
    icon: 'hand',
    group: 'data',
    page: () => import('../../features/assists/assist-list-page.tsx').then((m) => m.AssistListPage),
  },
  {
    path: pages.statistics.path,
    allow: permissions.statistics,
    title: 'statistics',
    icon: 'compare',
    group: 'data',
    page: () => import('../../features/statistics/statistics-page.tsx').then((m) => m.StatisticsPage),
  },
  {
    path: pages.subscriptions.path,
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
