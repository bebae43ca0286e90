import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { keyword, listInput, listOf, sortBy } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { jobWait } from '../robot/jobs/job-values.ts';
import {
  aiCameras,
  aiClass,
  aiCollectionStates,
  aiCollectionTimes,
  aiCollectionTypes,
  aiLimits,
  aiProjectStates,
  aiUploadStates,
} from './ai-values.ts';

const count = z.number().int();

const settings = {
  name: z.string().trim().min(1).max(aiLimits.nameLength),
  purpose: z.string().trim().max(aiLimits.purposeLength).default(''),
  classes: z.array(aiClass).max(aiLimits.classes),
  cameras: aiCameras,
  /** Pictures of each camera in a second. */
  perSecond: z.number().min(aiLimits.perSecond.min).max(aiLimits.perSecond.max),
  /** The most pictures of one robot. */
  cap: count.min(aiLimits.cap.min).max(aiLimits.cap.max),
  type: z.enum(aiCollectionTypes),
  during: z.enum(aiCollectionTimes),
  until: moment,
  /** Robots make faces unrecognisable before they store a picture. */
  facesBlurred: z.boolean(),
  retentionDays: count.min(aiLimits.retentionDays.min).max(aiLimits.retentionDays.max),
};

/** A collection of pictures of robots. It belongs to the organisation that founded it. */
export const aiProject = z.object({
  ...settings,
  id: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  state: z.enum(aiProjectStates),
  devices: count,
  /** How many of its robots are in each state of the collection. */
  collecting: z.record(z.enum(aiCollectionStates), count),
  images: count,
  labelled: count,
  version: count,
  updatedAt: moment,
  updatedBy: z.string(),
});
export type AiProject = z.infer<typeof aiProject>;

/** What one robot collects for a project. */
export const aiProjectDevice = z.object({
  deviceId: z.string(),
  nickname: z.string(),
  sn: z.string(),
  companyName: z.string(),
  siteName: z.string().nullable(),
  online: z.boolean(),
  /** Null while the robot has not said how it is connected. */
  onMobileData: z.boolean().nullable(),
  /** Whether its site agrees to the collection with all cameras of the project. */
  hasConsent: z.boolean(),
  collection: z.enum(aiCollectionStates),
  upload: z.enum(aiUploadStates),
  /** Null until the robot has said it. */
  collected: count.nullable(),
  uploaded: count,
  bytes: z.number(),
  /** The code of the failure; empty without one. */
  reason: z.string(),
  waits: z.array(jobWait),
  startedAt: moment.nullable(),
  endedAt: moment.nullable(),
});
export type AiProjectDevice = z.infer<typeof aiProjectDevice>;

const detail = aiProject.extend({ deviceList: z.array(aiProjectDevice) });
export type AiProjectDetail = z.infer<typeof detail>;

const { aiCentre, aiProjectCreate, aiProjectUpdate, aiProjectDelete } = permissions;
const path = 'service/aiProject';
const post = { method: 'POST' as const };

export const aiProjectCalls = calls('aiProjects', {
  list: {
    ...post,
    path: `${path}/queryWithPage`,
    allow: aiCentre,
    reads: true,
    input: listInput({
      keyword,
      state: z.enum(aiProjectStates).optional(),
      sort: sortBy('name', 'updatedAt').optional(),
    }),
    output: listOf(aiProject),
  },
  detail: {
    ...post,
    path: `${path}/detail`,
    allow: aiCentre,
    reads: true,
    input: byId,
    output: detail,
  },
  add: {
    ...post,
    path: `${path}/add`,
    allow: aiProjectCreate,
    input: z.strictObject(settings),
    output: detail,
  },
  update: {
    ...post,
    path: `${path}/update`,
    allow: aiProjectUpdate,
    input: z.strictObject({ id: z.uuid(), version: count, ...settings }),
    output: detail,
  },
  remove: { ...post, path: `${path}/delete`, allow: aiProjectDelete, input: byId, output: nothing },
  /** The robots that collect: single ones, and those that are in these groups now. */
  devices: {
    ...post,
    path: `${path}/devices`,
    allow: aiProjectUpdate,
    input: z.strictObject({
      id: z.uuid(),
      version: count,
      deviceIds: z.array(z.uuid()).max(aiLimits.devices),
      groupIds: z.array(z.uuid()).max(50).default([]),
    }),
    output: detail,
  },
  /** Asks all robots that do not collect yet. */
  start: {
    ...post,
    path: `${path}/start`,
    allow: aiProjectUpdate,
    input: z.strictObject({ id: z.uuid(), allowMobileData: z.boolean().default(false) }),
    output: detail,
  },
  stop: { ...post, path: `${path}/stop`, allow: aiProjectUpdate, input: byId, output: detail },
  /** Asks one robot again whose collection ended. */
  restart: {
    ...post,
    path: `${path}/restart`,
    allow: aiProjectUpdate,
    input: z.strictObject({
      id: z.uuid(),
      deviceId: z.uuid(),
      allowMobileData: z.boolean().default(false),
    }),
    output: detail,
  },
});
