import { pages, permissions } from '@sweepline/contract';
import type { Route } from './routes.tsx';

const allow = permissions.home;

/** The data board: home of accounts that hold it, and its pages. */
export const boardRoutes: Route[] = [
  {
    path: pages.board.path,
    allow,
    title: 'board',
    icon: 'data',
    page: () => import('../../features/figures/board/board-page.tsx').then((m) => m.DataBoardPage),
  },
  {
    path: pages.boardCompanies.path,
    allow,
    title: 'boardCompanies',
    parent: pages.board.path,
    page: () =>
      import('../../features/figures/board/companies/company-data-page.tsx').then((m) => m.CompanyDataPage),
  },
  {
    path: pages.boardDevices.path,
    allow,
    title: 'boardDevices',
    parent: pages.board.path,
    page: () =>
      import('../../features/figures/board/devices/device-index-page.tsx').then((m) => m.DeviceIndexPage),
  },
  {
    path: pages.boardDevice.path,
    allow,
    title: 'boardDevice',
    parent: pages.board.path,
    page: () =>
      import('../../features/figures/board/devices/device-board-page.tsx').then((m) => m.DeviceBoardPage),
  },
  {
    path: pages.screens.path,
    allow,
    title: 'screens',
    parent: pages.board.path,
    page: () => import('../../features/figures/screens/screen-list-page.tsx').then((m) => m.ScreenListPage),
  },
  {
    path: pages.screen.path,
    allow,
    title: 'screen',
    parent: pages.board.path,
    page: () => import('../../features/figures/screens/own-screen-page.tsx').then((m) => m.OwnScreenPage),
  },
];
