import { z } from 'zod';
import { bindingStates, deviceModels, warrantyFilters } from './device-life.ts';
import { connectionStates } from './device-live.ts';
import { keyword } from '../grammar/list.ts';

/** Filters of the device list and its export. */
export const deviceFilters = {
  keyword,
  model: z.array(z.enum(deviceModels)).optional(),
  state: z.array(z.enum(connectionStates)).optional(),
  mode: z.array(z.string().max(40)).optional(),
  companyId: z.uuid().optional(),
  siteId: z.uuid().optional(),
  groupId: z.uuid().optional(),
  tag: z.string().max(30).optional(),
  binding: z.enum(bindingStates).optional(),
  /** At least this level of an open alarm. */
  alarmLevel: z.number().int().min(1).max(5).optional(),
  /** Battery below, percent. */
  socBelow: z.number().min(0).max(100).optional(),
  warranty: z.enum(warrantyFilters).optional(),
  /** The time of use ends within this many days, or has ended. */
  usableDays: z.number().int().min(0).max(3650).optional(),
};
