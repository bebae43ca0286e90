import { permissions, type Call } from '@sweepline/contract';
import type { ComponentType } from 'react';
import type { IconName } from '../kit/icons.ts';
import type { GroupName, RouteTitle } from './nav-texts.ts';

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
  {
    path: '/outerUserManage/terminalCompany',
    allow: permissions.terminalCompanies,
    title: 'terminalCompanies',
    icon: 'building',
    group: 'outerUsers',
    page: () => import('../features/companies/terminal-list-page.tsx').then((m) => m.TerminalListPage),
  },
  {
    path: '/outerUserManage/companyList',
    allow: permissions.agents,
    title: 'agents',
    icon: 'tree',
    group: 'outerUsers',
    page: () => import('../features/companies/agent-list-page.tsx').then((m) => m.AgentListPage),
  },
  {
    path: '/outerUserManage/userList',
    allow: permissions.outerAccounts,
    title: 'accounts',
    icon: 'user',
    group: 'outerUsers',
    page: () => import('../features/accounts/outer-accounts-page.tsx').then((m) => m.OuterAccountsPage),
  },
  {
    path: '/outerUserManage/roleList',
    allow: permissions.outerRoles,
    title: 'roles',
    icon: 'shield',
    group: 'outerUsers',
    page: () => import('../features/roles/outer-roles-page.tsx').then((m) => m.OuterRolesPage),
  },
  {
    path: '/outerUserManage/role',
    allow: permissions.outerRoles,
    title: 'role',
    under: '/outerUserManage/roleList',
    page: () => import('../features/roles/outer-role-page.tsx').then((m) => m.OuterRolePage),
  },
  {
    path: '/outerUserManage/access',
    allow: [permissions.outerRoles, permissions.outerAccounts],
    title: 'access',
    under: '/outerUserManage/roleList',
    page: () => import('../features/access/outer-access-page.tsx').then((m) => m.OuterAccessPage),
  },
  {
    path: '/outerUserManage/company',
    allow: [permissions.terminalCompanies, permissions.agents],
    title: 'company',
    under: '/outerUserManage/terminalCompany',
    page: () => import('../features/companies/company-detail-page.tsx').then((m) => m.CompanyDetailPage),
  },
  {
    path: '/outerUserManage/agent',
    allow: [permissions.terminalCompanies, permissions.agents],
    title: 'company',
    under: '/outerUserManage/companyList',
    page: () => import('../features/companies/company-detail-page.tsx').then((m) => m.CompanyDetailPage),
  },
  {
    path: '/userManage/userList',
    allow: permissions.accounts,
    title: 'accounts',
    icon: 'user',
    group: 'internalUsers',
    page: () => import('../features/accounts/internal-accounts-page.tsx').then((m) => m.InternalAccountsPage),
  },
  {
    path: '/userManage/roleList',
    allow: permissions.roles,
    title: 'roles',
    icon: 'shield',
    group: 'internalUsers',
    page: () => import('../features/roles/internal-roles-page.tsx').then((m) => m.InternalRolesPage),
  },
  {
    path: '/userManage/role',
    allow: permissions.roles,
    title: 'role',
    under: '/userManage/roleList',
    page: () => import('../features/roles/internal-role-page.tsx').then((m) => m.InternalRolePage),
  },
  {
    path: '/userManage/access',
    allow: [permissions.roles, permissions.accounts],
    title: 'access',
    under: '/userManage/roleList',
    page: () => import('../features/access/internal-access-page.tsx').then((m) => m.InternalAccessPage),
  },
  {
    path: '/userManage/weChatList',
    allow: permissions.chatUsers,
    title: 'chatUsers',
    icon: 'signal',
    group: 'internalUsers',
    page: () => import('../features/chat-users/chat-user-list-page.tsx').then((m) => m.ChatUserListPage),
  },
  {
    path: '/logManage/systemLog',
    allow: permissions.systemLog,
    title: 'systemLog',
    icon: 'list',
    group: 'logs',
    page: () => import('../features/system-logs/system-log-page.tsx').then((m) => m.SystemLogPage),
  },
  {
    path: '/logManage/audit',
    allow: permissions.audit,
    title: 'audit',
    icon: 'history',
    group: 'logs',
    page: () => import('../features/system-logs/audit-page.tsx').then((m) => m.AuditPage),
  },
  {
    path: '/userLog/list',
    allow: permissions.errorLog,
    title: 'errorLog',
    icon: 'alert',
    group: 'logs',
    page: () => import('../features/error-log/error-list-page.tsx').then((m) => m.ErrorListPage),
  },
  {
    path: '/logManage/deadLetters',
    allow: permissions.deadLetters,
    title: 'rejectedMessages',
    icon: 'alert',
    group: 'logs',
    page: () =>
      import('../features/dead-letters/dead-letter-list-page.tsx').then((m) => m.DeadLetterListPage),
  },
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
