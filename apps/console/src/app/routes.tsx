import { permissions, type Call } from '@sweepline/contract';
import type { ComponentType } from 'react';
import type { IconName } from '../kit/icons.ts';
import type { GroupName, RouteTitle } from './nav-texts.ts';
import { peopleRoutes } from './people-routes.ts';

export interface Route {
  path: string;
  allow: Call['allow'];
  /** Its name in the menu, the breadcrumb and the window's title. */
  title: RouteTitle;
  /** Routes with an icon are the menu; the others are reached from a page and light up `under`. */
  icon?: IconName;
  group?: GroupName;
  under?: string;
  page: () => Promise<ComponentType>;
}

export const routes: Route[] = [
  {
    path: '/welcome/index',
    allow: 'signedIn',
    title: 'welcome',
    icon: 'home',
    page: () => import('../features/home/welcome-page.tsx').then((m) => m.WelcomePage),
  },
  {
    path: '/account/profile',
    allow: 'signedIn',
    title: 'profile',
    under: '/welcome/index',
    page: () => import('../features/profile/profile-page.tsx').then((m) => m.ProfilePage),
  },
  {
    path: '/account/security',
    allow: 'signedIn',
    title: 'security',
    under: '/welcome/index',
    page: () => import('../features/auth/security-page.tsx').then((m) => m.SecurityPage),
  },
  {
    path: '/notice/list',
    allow: 'signedIn',
    title: 'notices',
    under: '/welcome/index',
    page: () => import('../features/notices/notice-list-page.tsx').then((m) => m.NoticeListPage),
  },
  {
    path: '/deviceManage/list',
    allow: permissions.deviceList,
    title: 'devices',
    icon: 'robot',
    group: 'device',
    page: () => import('../features/devices/device-list-page.tsx').then((m) => m.DeviceListPage),
  },
  {
    path: '/device/detail',
    allow: permissions.deviceList,
    title: 'device',
    under: '/deviceManage/list',
    page: () => import('../features/devices/device-detail-page.tsx').then((m) => m.DeviceDetailPage),
  },
  {
    path: '/j30device/detail',
    allow: permissions.deviceDetailJ30,
    title: 'device',
    under: '/deviceManage/list',
    page: () => import('../features/devices/device-detail-page.tsx').then((m) => m.DeviceDetailPage),
  },
  {
    path: '/dataManage/taskList',
    allow: permissions.taskList,
    title: 'tasks',
    icon: 'task',
    group: 'data',
    page: () => import('../features/tasks/task-list-page.tsx').then((m) => m.TaskListPage),
  },
  {
    path: '/dataManage/taskDetail',
    allow: permissions.taskList,
    title: 'task',
    under: '/dataManage/taskList',
    page: () => import('../features/tasks/task-detail-page.tsx').then((m) => m.TaskDetailPage),
  },
  {
    path: '/j30dataManage/taskDetail',
    allow: permissions.taskList,
    title: 'task',
    under: '/dataManage/taskList',
    page: () => import('../features/tasks/task-detail-page.tsx').then((m) => m.TaskDetailPage),
  },
  {
    path: '/dataManage/singleTask',
    allow: permissions.taskList,
    title: 'task',
    under: '/dataManage/taskList',
    page: () => import('../features/tasks/single-task-page.tsx').then((m) => m.SingleTaskPage),
  },
  {
    path: '/dataManage/J20/j20Task',
    allow: permissions.taskList,
    title: 'task',
    under: '/dataManage/taskList',
    page: () => import('../features/tasks/single-task-page.tsx').then((m) => m.SingleTaskPage),
  },
  {
    path: '/dataManage/j30SingleTask',
    allow: permissions.taskJ30,
    title: 'task',
    under: '/dataManage/taskList',
    page: () => import('../features/tasks/single-task-page.tsx').then((m) => m.SingleTaskPage),
  },
  {
    path: '/dataManage/history',
    allow: permissions.reportList,
    title: 'reports',
    icon: 'report',
    group: 'data',
    page: () => import('../features/task-reports/report-list-page.tsx').then((m) => m.ReportListPage),
  },
  {
    path: '/dataManage/historyDetail',
    allow: permissions.reportList,
    title: 'report',
    under: '/dataManage/history',
    page: () => import('../features/task-reports/report-detail-page.tsx').then((m) => m.ReportDetailPage),
  },
  {
    path: '/dataManage/j30historyDetail',
    allow: permissions.reportJ30,
    title: 'report',
    under: '/dataManage/history',
    page: () => import('../features/task-reports/report-detail-page.tsx').then((m) => m.ReportDetailPage),
  },
  {
    path: '/dataManage/mapList',
    allow: permissions.mapList,
    title: 'maps',
    icon: 'map',
    group: 'data',
    page: () => import('../features/maps/map-list-page.tsx').then((m) => m.MapListPage),
  },
  {
    path: '/dataManage/importMap',
    allow: permissions.mapCreate,
    title: 'importMap',
    under: '/dataManage/mapList',
    page: () => import('../features/maps/map-import-page.tsx').then((m) => m.MapImportPage),
  },
  {
    path: '/dataManage/mapDetail',
    allow: permissions.mapList,
    title: 'map',
    under: '/dataManage/mapList',
    page: () => import('../features/maps/map-detail-page.tsx').then((m) => m.MapDetailPage),
  },
  {
    path: '/dataManage/editMap',
    allow: permissions.mapList,
    title: 'editMap',
    under: '/dataManage/mapList',
    page: () => import('../features/maps/map-edit-page.tsx').then((m) => m.MapEditPage),
  },
  {
    path: '/dataManage/J20/j20Map',
    allow: permissions.mapList,
    title: 'map',
    under: '/dataManage/mapList',
    page: () => import('../features/maps/map-detail-page.tsx').then((m) => m.MapDetailPage),
  },
  {
    path: '/dataManage/j30mapDetail',
    allow: permissions.mapJ30,
    title: 'map',
    under: '/dataManage/mapList',
    page: () => import('../features/maps/map-detail-page.tsx').then((m) => m.MapDetailPage),
  },
  {
    path: '/dataManage/j30editMap',
    allow: permissions.mapJ30,
    title: 'editMap',
    under: '/dataManage/mapList',
    page: () => import('../features/maps/map-edit-page.tsx').then((m) => m.MapEditPage),
  },
  ...peopleRoutes,
];

/** Addresses that only lead on. */
export const redirects: { path: string; to: string }[] = [
  { path: '/dataManage', to: '/dataManage/taskList' },
  { path: '/userManage', to: '/userManage/userList' },
  { path: '/outerUserManage', to: '/outerUserManage/terminalCompany' },
];

/** Groups of the menu. */
export const groups: Record<GroupName, { icon: IconName; open: boolean }> = {
  device: { icon: 'robot', open: true },
  data: { icon: 'data', open: true },
  internalUsers: { icon: 'user', open: false },
  outerUsers: { icon: 'building', open: false },
  logs: { icon: 'history', open: false },
};

/** Where the root leads: the home dashboard for those who have it, else the welcome page. */
export const homes = ['/dataBoard/index', '/welcome/index'];
