import { permissions, searchCalls } from '@sweepline/contract';
import { answer } from '../../../platform/calls/calls.ts';
import { hasPermission } from '../../../platform/calls/ctx.ts';
import { candidatesOf, type Candidates, type Kind } from './search-candidates.ts';
import { findAccounts, findCompanies } from './search-people.ts';
import { searchQueries } from './search-query.ts';
import { findDevices, findReports, findSites, findTasks } from './search-robots.ts';
import { findWorkOrders } from './search-work-orders.ts';

const { deviceList, terminalCompanies, agents, sites, taskList, reportList, accounts, outerAccounts } =
  permissions;
/** The permissions of each kind. Reports and work orders are found by their robots too. */
const codes: Record<Kind, readonly string[]> = {
  device: [deviceList, reportList, permissions.workOrders],
  company: [terminalCompanies, agents],
  site: [sites],
  task: [taskList, reportList],
  account: [accounts, outerAccounts],
};
const kinds = Object.keys(codes) as Kind[];

export const searchAnswers = answer(searchCalls, {
  // Two round trips: the ids of what matches, then the rows of the kinds that have any. A kind without permission is not asked.
  find: async (ctx, { text }) => {
    const { db, account } = ctx;
    const queries = searchQueries(text);
    const permitted = queries ? kinds.filter((kind) => hasPermission(account, codes[kind])) : [];
    const found = queries ? await candidatesOf(db, permitted, queries) : {};
    const rows = async <T>(
      code: string | readonly string[],
      candidates: Candidates | undefined,
      find: (candidates: Candidates) => Promise<T[]>,
    ) => (candidates && hasPermission(account, code) ? await find(candidates) : []);
    const [devices, companies, places, tasks, reports, people, orders] = await Promise.all([
      rows(deviceList, found.device, (ids) => findDevices(db, text, ids)),
      rows(codes.company, found.company, (ids) => findCompanies(ctx, text, ids)),
      rows(sites, found.site, (ids) => findSites(db, text, ids)),
      rows(taskList, found.task, (ids) => findTasks(db, text, ids)),
      rows(reportList, found.task ?? found.device, () => findReports(db, found.task, found.device)),
      rows(codes.account, found.account, (ids) => findAccounts(ctx, text, ids)),
      hasPermission(account, permissions.workOrders) ? findWorkOrders(db, text, found.device) : [],
    ]);
    return { devices, companies, sites: places, tasks, reports, accounts: people, workOrders: orders };
  },
});
