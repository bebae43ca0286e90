import { permissions, pages } from '@sweepline/contract';
import type { Route } from './routes.tsx';

/** Cleaning reports. */
export const reportRoutes: Route[] = [
  {
    path: pages.reports.path,
    allow: permissions.reportList,
    title: 'reports',
    goKey: 'r',
    icon: 'report',
    group: 'work',
    page: () => import('../../features/work/reports/report-list-page.tsx').then((m) => m.ReportListPage),
  },
  {
    path: pages.report.path,
    allow: permissions.reportList,
    title: 'report',
    parent: pages.reports.path,
    page: () =>
      import('../../features/work/reports/detail/report-detail-page.tsx').then((m) => m.ReportDetailPage),
  },
  {
    path: pages.reportJ30.path,
    allow: permissions.reportJ30,
    title: 'report',
    parent: pages.reports.path,
    page: () =>
      import('../../features/work/reports/detail/report-detail-page.tsx').then((m) => m.ReportDetailPage),
  },
];
