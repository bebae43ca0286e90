import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';
import { bindingStates } from '../devices/device-life.ts';
import { actLive, deviceChange } from '../devices/device-change.ts';
import { workOrderStates } from '../service/orders/work-order-values.ts';
import { reportResults } from '../work/report-filters.ts';
import { vehicleFields } from '../robot/declared/declaration.ts';
import { orderIdentity } from '../service/orders/work-order-number.ts';

/** Rows of each kind in an answer. */
export const maxSearchHits = 6;
/** Longest text of a search; what follows would not make it more exact. */
export const maxSearchText = 64;

const base = {
  id: z.string(),
  /** Nothing matches the text itself; this matches with a letter more, less, swapped or replaced. */
  similar: z.boolean(),
};

const deviceHit = z.object({
  ...base,
  sn: z.string(),
  nickname: z.string(),
  model: z.string(),
  ...vehicleFields,
  companyName: z.string(),
  siteName: z.string().nullable(),
  /** A device that was never activated is neither online nor offline. */
  binding: z.enum(bindingStates),
  live: actLive.extend(deviceChange.pick({ paused: true, alarmLevel: true }).shape),
});
export type DeviceHit = z.infer<typeof deviceHit>;

const companyHit = z.object({
  ...base,
  name: z.string(),
  /** 1 terminal, 2 agent. */
  type: z.union([z.literal(1), z.literal(2)]),
  location: z.string(),
});
export type CompanyHit = z.infer<typeof companyHit>;

const siteHit = z.object({ ...base, name: z.string(), address: z.string(), companyName: z.string() });
export type SiteHit = z.infer<typeof siteHit>;

const deviceName = z.object({ nickname: z.string(), sn: z.string() });
const taskHit = z.object({ ...base, name: z.string(), device: deviceName, companyName: z.string() });
export type TaskHit = z.infer<typeof taskHit>;

const reportHit = z.object({
  ...base,
  name: z.string(),
  device: deviceName,
  result: z.enum(reportResults),
  startedAt: moment,
});
export type ReportHit = z.infer<typeof reportHit>;

const workOrderHit = z.object({
  ...base,
  ...orderIdentity,
  name: z.string(),
  state: z.enum(workOrderStates),
  device: deviceName,
  companyName: z.string(),
});
export type WorkOrderHit = z.infer<typeof workOrderHit>;

const accountHit = z.object({
  ...base,
  username: z.string(),
  nickname: z.string(),
  companyName: z.string(),
  /** 0 provider, 1 terminal, 2 agent. */
  companyType: z.union([z.literal(0), z.literal(1), z.literal(2)]),
});
export type AccountHit = z.infer<typeof accountHit>;

/** Global search. A kind without permission is empty, like one without a match. */
export const searchCalls = calls('search', {
  find: {
    method: 'POST',
    path: 'service/search/find',
    allow: 'signedIn',
    reads: true,
    input: z.strictObject({ text: z.string().trim().min(1).max(maxSearchText) }),
    output: z.object({
      devices: z.array(deviceHit),
      companies: z.array(companyHit),
      sites: z.array(siteHit),
      tasks: z.array(taskHit),
      /** Newest first: the last reports of the tasks and robots that match. */
      reports: z.array(reportHit),
      accounts: z.array(accountHit),
      /** By their number, and the last open ones of the robots that match. */
      workOrders: z.array(workOrderHit),
    }),
  },
});
