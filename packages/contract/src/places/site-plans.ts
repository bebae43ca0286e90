import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { connectionStates } from '../devices/device-live.ts';
import { keyword, listInput, listOf, sortBy } from '../grammar/list.ts';
import { mapGround, planPair } from './maps.ts';
import { permissions } from '../grammar/permissions.ts';
import { timeZone } from '../grammar/time-zone.ts';
import { site } from './sites.ts';

/** Limits of a floor plan: bytes, pixels per side, alignment points. A plan is only shown on screens. */
export const planLimits = { bytes: 1024 * 1024, side: 8_000, pairs: 4 } as const;

export const siteRow = site.extend({
  deviceCount: z.number().int(),
  onlineCount: z.number().int(),
  mapCount: z.number().int(),
  version: z.number().int(),
  updatedAt: moment,
  updatedBy: z.string(),
});
export type SiteRow = z.infer<typeof siteRow>;

/** The picture of a floor. */
export const floorPlan = z.object({ file: z.string(), width: z.number().int(), height: z.number().int() });
export type FloorPlan = z.infer<typeof floorPlan>;
export const floorMap = z.object({
  id: z.string(),
  name: z.string(),
  ground: mapGround,
  /** Two to four points; empty while it is not aligned. */
  pairs: z.array(planPair),
});
export type FloorMap = z.infer<typeof floorMap>;
export const siteFloor = z.object({
  id: z.string(),
  name: z.string(),
  plan: floorPlan.nullable(),
  maps: z.array(floorMap),
});
export type SiteFloor = z.infer<typeof siteFloor>;
export const siteDetail = siteRow.omit({ floors: true }).extend({ levels: z.array(siteFloor) });
export type SiteDetail = z.infer<typeof siteDetail>;

/** A robot of the site at its last reported position. */
export const siteRobot = z.object({
  id: z.string(),
  nickname: z.string(),
  sn: z.string(),
  model: z.string(),
  state: z.enum(connectionStates),
  mode: z.string().nullable(),
  paused: z.boolean(),
  alarmLevel: z.number().int(),
  mapId: z.string().nullable(),
  /** `theta` is null if the robot reported no heading in −π…π. */
  pose: z.object({ x: z.number(), y: z.number(), theta: z.number().nullable() }).nullable(),
  lastSeenAt: moment.nullable(),
});
export type SiteRobot = z.infer<typeof siteRobot>;

const { sites, siteCreate, siteUpdate, siteDelete } = permissions;
const degrees = (max: number) => z.number().min(-max).max(max).nullable().optional();
const siteFields = {
  name: z.string().trim().min(1).max(60),
  address: z.string().trim().max(200),
  timezone: timeZone,
  latitude: degrees(90),
  longitude: degrees(180),
};
const floorName = z.string().trim().min(1).max(40);
const onFloor = { siteId: z.uuid(), floorId: z.uuid() };

export const sitePlanCalls = calls('sitePlans', {
  overview: {
    method: 'POST',
    path: 'service/site/overview',
    allow: sites,
    reads: true,
    input: listInput({
      keyword,
      companyId: z.uuid().optional(),
      sort: sortBy('name', 'updatedAt').optional(),
    }),
    output: listOf(siteRow),
  },
  detail: {
    method: 'POST',
    path: 'service/site/detail',
    allow: sites,
    reads: true,
    input: byId,
    output: siteDetail,
  },
  /** Robots of a site: assigned to it, or located on one of its maps. */
  robots: {
    method: 'POST',
    path: 'service/site/robots',
    allow: sites,
    reads: true,
    input: byId,
    output: z.object({ robots: z.array(siteRobot) }),
  },
  create: {
    method: 'POST',
    path: 'service/site/add',
    allow: siteCreate,
    input: z.strictObject({ companyId: z.uuid().optional(), ...siteFields }),
    output: siteDetail,
  },
  update: {
    method: 'POST',
    path: 'service/site/update',
    allow: siteUpdate,
    input: z.strictObject({ id: z.uuid(), version: z.number().int(), ...siteFields }),
    output: siteDetail,
  },
  /** Refused while robots are assigned to it or maps are on its floors. */
  remove: { method: 'POST', path: 'service/site/delete', allow: siteDelete, input: byId, output: nothing },
  addFloor: {
    method: 'POST',
    path: 'service/site/floor/add',
    allow: siteUpdate,
    input: z.strictObject({ siteId: z.uuid(), name: floorName }),
    output: siteDetail,
  },
  renameFloor: {
    method: 'POST',
    path: 'service/site/floor/update',
    allow: siteUpdate,
    input: z.strictObject({ ...onFloor, name: floorName }),
    output: siteDetail,
  },
  /** Orders the floors, lowest first. */
  orderFloors: {
    method: 'POST',
    path: 'service/site/floor/order',
    allow: siteUpdate,
    input: z.strictObject({ siteId: z.uuid(), floorIds: z.array(z.uuid()).max(200) }),
    output: siteDetail,
  },
  removeFloor: {
    method: 'POST',
    path: 'service/site/floor/delete',
    allow: siteUpdate,
    input: z.strictObject(onFloor),
    output: siteDetail,
  },
  /** Uploads the floor plan (field `plan`): png, jpg or gif. A new plan removes the alignment of the floor's maps. */
  plan: {
    method: 'POST',
    path: 'service/site/floor/plan',
    kind: 'multipart',
    maxUploadBytes: { plan: planLimits.bytes },
    allow: siteUpdate,
    input: z.strictObject(onFloor),
    output: siteDetail,
  },
  removePlan: {
    method: 'POST',
    path: 'service/site/floor/plan/delete',
    allow: siteUpdate,
    input: z.strictObject(onFloor),
    output: siteDetail,
  },
  /** Aligns a map to the floor plan by two to four pairs of points; an empty list removes the alignment. */
  align: {
    method: 'POST',
    path: 'service/site/floor/align',
    allow: siteUpdate,
    input: z.strictObject({ ...onFloor, mapId: z.uuid(), pairs: z.array(planPair).max(planLimits.pairs) }),
    output: siteDetail,
  },
});
