import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { keyword, listInput, listOf, sortBy } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { elevatorModule } from './elevator-modules.ts';
import { elevator } from './elevators.ts';
import { elevatorLimits } from './elevator-values.ts';

const count = z.number().int();

/** The elevators of one site, their controllers, and the robots that may ride in them. */
export const elevatorProject = z.object({
  id: z.string(),
  /** The customer: the company of the site. */
  companyId: z.string(),
  companyName: z.string(),
  number: z.string(),
  name: z.string(),
  siteId: z.string(),
  siteName: z.string(),
  address: z.string(),
  /** One of `scenarios`, or free text. */
  scene: z.string(),
  /** The property-management company. */
  property: z.string(),
  elevators: count,
  modules: z.object({ total: count, online: count }),
  /** Floors that an elevator of the project serves. */
  floors: count,
  devices: count,
  version: count,
  updatedAt: moment,
  updatedBy: z.string(),
});
export type ElevatorProject = z.infer<typeof elevatorProject>;

const linkedDevice = z.object({
  id: z.string(),
  nickname: z.string(),
  sn: z.string(),
  model: z.string(),
  online: z.boolean(),
  /** Whether it can ride elevators; null while it has not declared its capabilities. */
  ridesElevators: z.boolean().nullable(),
});

const detail = elevatorProject.extend({
  elevatorList: z.array(elevator),
  moduleList: z.array(elevatorModule),
  deviceList: z.array(linkedDevice),
  /** The floors of the site from the lowest, each with its maps. */
  siteFloors: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      maps: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  ),
});
export type ElevatorProjectDetail = z.infer<typeof detail>;

const fields = {
  number: z.string().trim().min(1).max(elevatorLimits.numberLength),
  name: z.string().trim().min(1).max(60),
  siteId: z.uuid(),
  /** Empty for the address of the site. */
  address: z.string().trim().max(200).default(''),
  scene: z.string().trim().max(40).default(''),
  property: z.string().trim().max(80).default(''),
};

const { elevators, elevatorCreate, elevatorUpdate, elevatorDelete, elevatorLink } = permissions;
const path = 'service/elevatorProject';

export const elevatorProjectCalls = calls('elevatorProjects', {
  list: {
    method: 'POST',
    path: `${path}/queryWithPage`,
    allow: elevators,
    reads: true,
    input: listInput({
      keyword,
      companyId: z.uuid().optional(),
      siteId: z.uuid().optional(),
      sort: sortBy('number', 'name', 'updatedAt').optional(),
    }),
    output: listOf(elevatorProject),
  },
  detail: {
    method: 'POST',
    path: `${path}/detail`,
    allow: elevators,
    reads: true,
    input: byId,
    output: detail,
  },
  /** It belongs to the company of its site. */
  add: {
    method: 'POST',
    path: `${path}/add`,
    allow: elevatorCreate,
    input: z.strictObject(fields),
    output: detail,
  },
  update: {
    method: 'POST',
    path: `${path}/update`,
    allow: elevatorUpdate,
    input: z.strictObject({ id: z.uuid(), version: count, ...fields }),
    output: detail,
  },
  remove: { method: 'POST', path: `${path}/delete`, allow: elevatorDelete, input: byId, output: nothing },
  /** The robots that may ride in its elevators; those left out may no longer. */
  link: {
    method: 'POST',
    path: `${path}/link`,
    allow: elevatorLink,
    input: z.strictObject({
      id: z.uuid(),
      version: count,
      deviceIds: z.array(z.uuid()).max(elevatorLimits.devices),
    }),
    output: detail,
  },
});
