import { pages, type Call } from '@sweepline/contract';
import type { ComponentType } from 'react';
import type { IconName } from '../../kit/ui/icons.ts';
import { isTechnician } from '../menu/daily-pages.ts';
import { aiRoutes } from './ai-routes.ts';
import { alarmRoutes } from './alarm-routes.ts';
import { serviceLevelRoutes } from './service-level-routes.ts';
import { boardRoutes } from './board-routes.ts';
import { brandRoutes } from './brand-routes.ts';
import { checklistRoutes } from './checklist-routes.ts';
import { deviceRoutes } from './device-routes.ts';
import { appRoutes } from './app-routes.ts';
import { knowledgeRoutes } from './knowledge-routes.ts';
import { fileRoutes } from './file-routes.ts';
import { insightRoutes } from './insight-routes.ts';
import { maintenanceRoutes } from './maintenance-routes.ts';
import { mapRoutes } from './map-routes.ts';
import type { GroupName, RouteTitle } from './nav-texts.ts';
import { peopleRoutes } from './people-routes.ts';
import { taskRoutes } from './task-routes.ts';
import { reportRoutes } from './report-routes.ts';
import { updateRoutes } from './update-routes.ts';
import { workOrderRoutes } from './work-order-routes.ts';
import { technicianRoutes } from './technician-routes.ts';

export interface RouteForm {
  isAt: (params: URLSearchParams) => boolean;
  allow: Call['allow'];
}

export interface Route {
  path: string;
  /** The address names one record as `id`; without it the page leads to its list. */
  needsId?: true;
  allow: Call['allow'];
  /** Forms of the page: an address with these parameters needs a further permission. */
  forms?: readonly RouteForm[];
  /** Key of the name in the menu, the breadcrumb and the window's title. */
  title: RouteTitle;
  /** The letter that opens the page after G, in every language. */
  goKey?: string;
  /** Routes with an icon are in the menu. The others are reached from a page and mark `parent` as active. */
  icon?: IconName;
  group?: GroupName;
  parent?: string;
  page: () => Promise<ComponentType>;
}

export const routes: Route[] = [
  {
    path: pages.welcome.path,
    allow: 'signedIn',
    title: 'welcome',
    icon: 'home',
    page: () => import('../../features/figures/home/welcome-page.tsx').then((m) => m.WelcomePage),
  },
  {
    path: pages.gettingStarted.path,
    allow: 'signedIn',
    title: 'gettingStarted',
    parent: pages.welcome.path,
    page: () =>
      import('../../features/figures/home/getting-started-page.tsx').then((m) => m.GettingStartedPage),
  },
  {
    path: pages.profile.path,
    allow: 'signedIn',
    title: 'profile',
    parent: pages.welcome.path,
    page: () => import('../../features/people/profile/profile-page.tsx').then((m) => m.ProfilePage),
  },
  {
    path: pages.security.path,
    allow: 'signedIn',
    title: 'security',
    parent: pages.welcome.path,
    page: () => import('../../features/people/auth/security-page.tsx').then((m) => m.SecurityPage),
  },
  {
    path: pages.privacy.path,
    allow: 'signedIn',
    title: 'privacy',
    parent: pages.welcome.path,
    page: () => import('../../features/knowledge/privacy/privacy-page.tsx').then((m) => m.PrivacyPage),
  },
  {
    path: pages.notices.path,
    allow: 'signedIn',
    title: 'notices',
    goKey: 'n',
    parent: pages.welcome.path,
    page: () => import('../../features/people/notices/notice-list-page.tsx').then((m) => m.NoticeListPage),
  },
  ...boardRoutes,
  ...deviceRoutes,
  ...taskRoutes,
  ...mapRoutes,
  ...reportRoutes,
  ...alarmRoutes,
  ...workOrderRoutes,
  ...maintenanceRoutes,
  ...checklistRoutes,
  ...fileRoutes,
  ...technicianRoutes,
  ...serviceLevelRoutes,
  ...updateRoutes,
  ...appRoutes,
  ...knowledgeRoutes,
  ...insightRoutes,
  ...aiRoutes,
  ...brandRoutes,
  ...peopleRoutes,
];

/** Addresses that only redirect. */
export const redirects: { path: string; to: string }[] = [
  { path: '/dataManage', to: pages.tasks.path },
  { path: '/operationLog', to: pages.monitor.path },
  { path: '/userManage', to: pages.accounts.path },
  { path: '/logManage/alarmLog', to: pages.alarms.path },
  { path: '/outerUserManage', to: pages.terminalCompanies.path },
];

/** Groups of the menu, from top to bottom. Entries of a group keep the order of `routes`. */
export const groups: readonly GroupName[] = [
  'work',
  'service',
  'alarms',
  'places',
  'customers',
  'stock',
  'ai',
  'brand',
  'people',
  'logs',
];

/** Targets of the root path: the first one the user may open. */
export const homes = (): string[] => [
  pages.board.path,
  ...(isTechnician() ? [pages.myWorkOrders.path] : []),
  pages.welcome.path,
];
