import { companyTypes, pages, permissions, type SessionUser } from '@sweepline/contract';
import { may } from '../../kit/api/may.ts';

/** What a person mostly does with the console, from the company and the rights. */
type Workplace = 'PROVIDER' | 'AGENT' | 'CUSTOMER' | 'TECHNICIAN';

/** Who works on orders and does not dispatch them: a technician, whose day is the own visits. */
export const isTechnician = (user?: SessionUser) =>
  may(permissions.orderWork, user) && !may(permissions.orderDispatch, user);

function workplaceOf(user: SessionUser): Workplace {
  if (isTechnician(user)) return 'TECHNICIAN';
  if (user.companyType === companyTypes.provider) return 'PROVIDER';
  return user.companyType === companyTypes.agent ? 'AGENT' : 'CUSTOMER';
}

/** Entries of the menu's first part: as many as a window of 900 px has room for. */
export const maxDailyPages = 12;

const pagesOf: Readonly<Record<Workplace, readonly { path: string }[]>> = {
  CUSTOMER: [
    pages.board,
    pages.devices,
    pages.runs,
    pages.tasks,
    pages.calendar,
    pages.zones,
    pages.reports,
    pages.maps,
    pages.alarms,
    pages.workOrders,
    pages.statistics,
    pages.accounts,
  ],
  TECHNICIAN: [
    pages.myWorkOrders,
    pages.devices,
    pages.alarms,
    pages.workOrders,
    pages.maintenancePlans,
    pages.monitor,
    pages.maps,
    pages.deviceLogs,
    pages.remoteAccess,
    pages.articles,
    pages.sparePartList,
    pages.welcome,
  ],
  AGENT: [
    pages.board,
    pages.devices,
    pages.runs,
    pages.alarms,
    pages.workOrders,
    pages.reports,
    pages.statistics,
    pages.terminalCompanies,
    pages.sites,
    pages.maps,
    pages.stock,
    pages.otaTasks,
  ],
  PROVIDER: [
    pages.board,
    pages.devices,
    pages.monitor,
    pages.alarms,
    pages.workOrders,
    pages.statistics,
    pages.agents,
    pages.terminalCompanies,
    pages.stock,
    pages.otaPackages,
    pages.otaTasks,
    pages.articles,
  ],
};

/** The addresses of the pages of a working day, the most frequent first. The user may lack rights for some. */
export const dailyPages = (user: SessionUser): string[] => pagesOf[workplaceOf(user)].map(({ path }) => path);
