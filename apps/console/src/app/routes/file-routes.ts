import { pages, permissions } from '@sweepline/contract';
import type { Route } from './routes.tsx';

/** Files that people keep for their robots. */
export const fileRoutes: Route[] = [
  {
    path: pages.files.path,
    allow: permissions.files,
    title: 'files',
    goKey: 'f',
    icon: 'upload',
    group: 'service',
    page: () => import('../../features/remote/files/file-list-page.tsx').then((m) => m.FileListPage),
  },
];
