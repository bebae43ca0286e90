import { permissions, pages } from '@sweepline/contract';
import type { Route } from './routes.tsx';

const isNewRole = (params: URLSearchParams) => (params.get('id') ?? 'new') === 'new';

/** Companies, accounts, roles and logs. */
export const peopleRoutes: Route[] = [
  {
    path: pages.terminalCompanies.path,
    allow: permissions.terminalCompanies,
    title: 'terminalCompanies',
    goKey: 'k',
    icon: 'building',
    group: 'customers',
    page: () =>
      import('../../features/people/companies/terminal-list-page.tsx').then((m) => m.TerminalListPage),
  },
  {
    path: pages.agents.path,
    allow: permissions.agents,
    title: 'agents',
    icon: 'tree',
    group: 'customers',
    page: () => import('../../features/people/companies/agent-list-page.tsx').then((m) => m.AgentListPage),
  },
  {
    path: pages.outerAccounts.path,
    allow: permissions.outerAccounts,
    title: 'accounts',
    icon: 'user',
    group: 'customers',
    page: () =>
      import('../../features/people/accounts/outer-accounts-page.tsx').then((m) => m.OuterAccountsPage),
  },
  {
    path: pages.outerRoles.path,
    allow: permissions.outerRoles,
    title: 'roles',
    icon: 'shield',
    group: 'customers',
    page: () => import('../../features/people/roles/outer-roles-page.tsx').then((m) => m.OuterRolesPage),
  },
  {
    path: pages.outerRole.path,
    allow: permissions.outerRoles,
    forms: [{ isAt: isNewRole, allow: permissions.outerRoleCreate }],
    title: 'role',
    parent: pages.outerRoles.path,
    page: () => import('../../features/people/roles/outer-role-page.tsx').then((m) => m.OuterRolePage),
  },
  {
    path: pages.outerAccess.path,
    allow: [permissions.outerRoles, permissions.outerAccounts],
    title: 'access',
    parent: pages.outerRoles.path,
    page: () => import('../../features/people/access/outer-access-page.tsx').then((m) => m.OuterAccessPage),
  },
  {
    path: pages.apiUsers.path,
    allow: permissions.apiAccess,
    title: 'apiUsers',
    icon: 'key',
    group: 'customers',
    page: () => import('../../features/api/users/api-user-list-page.tsx').then((m) => m.ApiUserListPage),
  },
  {
    path: pages.apiDocs.path,
    allow: permissions.apiAccess,
    title: 'apiDocs',
    parent: pages.apiUsers.path,
    page: () => import('../../features/api/users/docs/api-docs-page.tsx').then((m) => m.ApiDocsPage),
  },
  {
    path: pages.apiUser.path,
    needsId: true,
    allow: permissions.apiAccess,
    title: 'apiUser',
    parent: pages.apiUsers.path,
    page: () => import('../../features/api/users/api-user-page.tsx').then((m) => m.ApiUserPage),
  },
  {
    path: pages.company.path,
    allow: [permissions.terminalCompanies, permissions.agents],
    title: 'company',
    parent: pages.terminalCompanies.path,
    page: () =>
      import('../../features/people/companies/detail/company-detail-page.tsx').then(
        (m) => m.CompanyDetailPage,
      ),
  },
  {
    path: pages.agent.path,
    allow: [permissions.terminalCompanies, permissions.agents],
    title: 'company',
    parent: pages.agents.path,
    page: () =>
      import('../../features/people/companies/detail/company-detail-page.tsx').then(
        (m) => m.CompanyDetailPage,
      ),
  },
  {
    path: pages.accounts.path,
    allow: permissions.accounts,
    title: 'accounts',
    goKey: 'p',
    icon: 'user',
    group: 'people',
    page: () =>
      import('../../features/people/accounts/internal-accounts-page.tsx').then((m) => m.InternalAccountsPage),
  },
  {
    path: pages.roles.path,
    allow: permissions.roles,
    title: 'roles',
    icon: 'shield',
    group: 'people',
    page: () =>
      import('../../features/people/roles/internal-roles-page.tsx').then((m) => m.InternalRolesPage),
  },
  {
    path: pages.role.path,
    allow: permissions.roles,
    forms: [{ isAt: isNewRole, allow: permissions.roleCreate }],
    title: 'role',
    parent: pages.roles.path,
    page: () => import('../../features/people/roles/internal-role-page.tsx').then((m) => m.InternalRolePage),
  },
  {
    path: pages.access.path,
    allow: [permissions.roles, permissions.accounts],
    title: 'access',
    parent: pages.roles.path,
    page: () =>
      import('../../features/people/access/internal-access-page.tsx').then((m) => m.InternalAccessPage),
  },
  {
    path: pages.chatUsers.path,
    allow: permissions.chatUsers,
    title: 'chatUsers',
    icon: 'signal',
    group: 'people',
    page: () =>
      import('../../features/people/chat-users/chat-user-list-page.tsx').then((m) => m.ChatUserListPage),
  },
  {
    path: pages.systemLog.path,
    allow: permissions.systemLog,
    title: 'systemLog',
    icon: 'list',
    group: 'logs',
    page: () => import('../../features/installation/audit/system-log-page.tsx').then((m) => m.SystemLogPage),
  },
  {
    path: pages.audit.path,
    allow: permissions.audit,
    title: 'audit',
    icon: 'history',
    group: 'logs',
    page: () => import('../../features/installation/audit/audit-page.tsx').then((m) => m.AuditPage),
  },
  {
    path: pages.errorLog.path,
    allow: permissions.errorLog,
    title: 'errorLog',
    icon: 'alert',
    group: 'logs',
    page: () => import('../../features/installation/errors/error-list-page.tsx').then((m) => m.ErrorListPage),
  },
  {
    path: pages.backgroundJobs.path,
    allow: 'superAdmin',
    title: 'backgroundJobs',
    icon: 'clock',
    group: 'logs',
    page: () =>
      import('../../features/installation/background-jobs/background-jobs-page.tsx').then(
        (m) => m.BackgroundJobsPage,
      ),
  },
  {
    path: pages.servers.path,
    allow: 'superAdmin',
    title: 'servers',
    icon: 'system',
    group: 'logs',
    page: () => import('../../features/installation/servers/servers-page.tsx').then((m) => m.ServersPage),
  },
  {
    path: pages.backups.path,
    allow: 'superAdmin',
    title: 'backups',
    icon: 'download',
    group: 'logs',
    page: () => import('../../features/installation/backups/backups-page.tsx').then((m) => m.BackupsPage),
  },
  {
    path: pages.deadLetters.path,
    allow: permissions.deadLetters,
    title: 'rejectedMessages',
    icon: 'alert',
    group: 'logs',
    page: () =>
      import('../../features/installation/dead-letters/dead-letter-list-page.tsx').then(
        (m) => m.DeadLetterListPage,
      ),
  },
];
