import { permissions } from '@sweepline/contract';
import type { Route } from './routes.tsx';

/** Companies, accounts, roles and logs. */
export const peopleRoutes: Route[] = [
  {
    path: '/outerUserManage/terminalCompany',
    allow: permissions.terminalCompanies,
    title: 'terminalCompanies',
    icon: 'building',
    group: 'outerUsers',
    page: () => import('../../features/companies/terminal-list-page.tsx').then((m) => m.TerminalListPage),
  },
  {
    path: '/outerUserManage/companyList',
    allow: permissions.agents,
    title: 'agents',
    icon: 'tree',
    group: 'outerUsers',
    page: () => import('../../features/companies/agent-list-page.tsx').then((m) => m.AgentListPage),
  },
  {
    path: '/outerUserManage/userList',
    allow: permissions.outerAccounts,
    title: 'accounts',
    icon: 'user',
    group: 'outerUsers',
    page: () => import('../../features/accounts/outer-accounts-page.tsx').then((m) => m.OuterAccountsPage),
  },
  {
    path: '/outerUserManage/roleList',
    allow: permissions.outerRoles,
    title: 'roles',
    icon: 'shield',
    group: 'outerUsers',
    page: () => import('../../features/roles/outer-roles-page.tsx').then((m) => m.OuterRolesPage),
  },
  {
    path: '/outerUserManage/role',
    allow: permissions.outerRoles,
    title: 'role',
    parent: '/outerUserManage/roleList',
    page: () => import('../../features/roles/outer-role-page.tsx').then((m) => m.OuterRolePage),
  },
  {
    path: '/outerUserManage/access',
    allow: [permissions.outerRoles, permissions.outerAccounts],
    title: 'access',
    parent: '/outerUserManage/roleList',
    page: () => import('../../features/access/outer-access-page.tsx').then((m) => m.OuterAccessPage),
  },
  {
    path: '/outerUserManage/company',
    allow: [permissions.terminalCompanies, permissions.agents],
    title: 'company',
    parent: '/outerUserManage/terminalCompany',
    page: () =>
      import('../../features/companies/detail/company-detail-page.tsx').then((m) => m.CompanyDetailPage),
  },
  {
    path: '/outerUserManage/agent',
    allow: [permissions.terminalCompanies, permissions.agents],
    title: 'company',
    parent: '/outerUserManage/companyList',
    page: () =>
      import('../../features/companies/detail/company-detail-page.tsx').then((m) => m.CompanyDetailPage),
  },
  {
    path: '/userManage/userList',
    allow: permissions.accounts,
    title: 'accounts',
    icon: 'user',
    group: 'internalUsers',
    page: () =>
      import('../../features/accounts/internal-accounts-page.tsx').then((m) => m.InternalAccountsPage),
  },
  {
    path: '/userManage/roleList',
    allow: permissions.roles,
    title: 'roles',
    icon: 'shield',
    group: 'internalUsers',
    page: () => import('../../features/roles/internal-roles-page.tsx').then((m) => m.InternalRolesPage),
  },
  {
    path: '/userManage/role',
    allow: permissions.roles,
    title: 'role',
    parent: '/userManage/roleList',
    page: () => import('../../features/roles/internal-role-page.tsx').then((m) => m.InternalRolePage),
  },
  {
    path: '/userManage/access',
    allow: [permissions.roles, permissions.accounts],
    title: 'access',
    parent: '/userManage/roleList',
    page: () => import('../../features/access/internal-access-page.tsx').then((m) => m.InternalAccessPage),
  },
  {
    path: '/userManage/weChatList',
    allow: permissions.chatUsers,
    title: 'chatUsers',
    icon: 'signal',
    group: 'internalUsers',
    page: () => import('../../features/chat-users/chat-user-list-page.tsx').then((m) => m.ChatUserListPage),
  },
  {
    path: '/logManage/systemLog',
    allow: permissions.systemLog,
    title: 'systemLog',
    icon: 'list',
    group: 'logs',
    page: () => import('../../features/system-logs/system-log-page.tsx').then((m) => m.SystemLogPage),
  },
  {
    path: '/logManage/audit',
    allow: permissions.audit,
    title: 'audit',
    icon: 'history',
    group: 'logs',
    page: () => import('../../features/system-logs/audit-page.tsx').then((m) => m.AuditPage),
  },
  {
    path: '/userLog/list',
    allow: permissions.errorLog,
    title: 'errorLog',
    icon: 'alert',
    group: 'logs',
    page: () => import('../../features/error-log/error-list-page.tsx').then((m) => m.ErrorListPage),
  },
  {
    path: '/logManage/backgroundJobs',
    allow: 'superAdmin',
    title: 'backgroundJobs',
    icon: 'clock',
    group: 'logs',
    page: () =>
      import('../../features/background-jobs/background-jobs-page.tsx').then((m) => m.BackgroundJobsPage),
  },
  {
    path: '/logManage/deadLetters',
    allow: permissions.deadLetters,
    title: 'rejectedMessages',
    icon: 'alert',
    group: 'logs',
    page: () =>
      import('../../features/dead-letters/dead-letter-list-page.tsx').then((m) => m.DeadLetterListPage),
  },
];
