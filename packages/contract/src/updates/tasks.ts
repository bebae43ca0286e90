import { z } from 'zod';
import { byId, calls, moment } from '../grammar/call.ts';
import { keyword, listInput, listOf, sortBy } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { revision } from '../grammar/release.ts';
import { otaPlan, otaRecord, otaTask, otaTaskDetail } from './task-parts.ts';
import { otaRecordStates, otaTaskStates, previewVerdicts } from './task-values.ts';

const path = 'service/ota/task';
const post = { method: 'POST' } as const;
const { ota, otaDetail, otaStart, otaTaskApprove } = permissions;
const reasons = z.string().trim().max(2_000).default('');
const count = z.number().int();

/** What a task would do; nothing is sent. */
const preview = z.object({
  verdicts: z.partialRecord(z.enum(previewVerdicts), count),
  /** Robots of each stage. */
  stages: z.array(count),
  bytes: z.number(),
  /** Bytes of robots that have a SIM card and no Wi-Fi now. */
  mobileBytes: z.number(),
  /** The first window of each site, and of the robots without one in each time zone, the earliest first; at most 50. */
  sites: z.array(
    z.object({
      siteId: z.string().nullable(),
      name: z.string(),
      robots: count,
      timezone: z.string(),
      firstAt: moment,
    }),
  ),
});
export type OtaPreview = z.infer<typeof preview>;

const recordFilters = {
  /** Part of the robot's name or serial number. */
  keyword,
  state: z.array(z.enum(otaRecordStates)).max(otaRecordStates.length).optional(),
  stage: z.number().int().min(0).optional(),
};

/** Staged rollouts of packages to robots. */
export const otaTaskCalls = calls('otaTasks', {
  list: {
    ...post,
    path: `${path}/queryWithPage`,
    allow: ota,
    reads: true,
    input: listInput({
      keyword,
      state: z.array(z.enum(otaTaskStates)).max(otaTaskStates.length).optional(),
      packageId: z.uuid().optional(),
      sort: sortBy('name', 'createdAt', 'startedAt', 'endedAt').default('-createdAt'),
    }),
    output: listOf(otaTask),
  },
  detail: {
    ...post,
    path: `${path}/detail`,
    allow: otaDetail,
    reads: true,
    input: byId,
    output: otaTaskDetail,
  },
  preview: {
    ...post,
    path: `${path}/preview`,
    allow: otaStart,
    reads: true,
    input: otaPlan,
    output: preview,
  },
  /** The robots of a preview with their verdicts. */
  previewRobots: {
    ...post,
    path: `${path}/preview/queryWithPage`,
    allow: otaStart,
    reads: true,
    input: listInput({ plan: otaPlan, verdict: z.enum(previewVerdicts).optional(), keyword }),
    output: listOf(
      z.object({
        id: z.string(),
        nickname: z.string(),
        sn: z.string(),
        model: z.string(),
        companyName: z.string(),
        version: z.string().nullable(),
        verdict: z.enum(previewVerdicts),
        way: z.array(z.string()),
        stage: count.nullable(),
      }),
    ),
  },
  /** Makes a draft, or with `submit` asks for the approval of a second person. */
  add: {
    ...post,
    path: `${path}/add`,
    allow: otaStart,
    input: z.strictObject({ plan: otaPlan, submit: z.boolean().default(true) }),
    output: otaTaskDetail,
  },
  /** Changes a draft. */
  update: {
    ...post,
    path: `${path}/update`,
    allow: otaStart,
    input: z.strictObject({ id: z.uuid(), revision, plan: otaPlan, submit: z.boolean().default(true) }),
    output: otaTaskDetail,
  },
  /** Starts the first stage, or refuses with reasons. Only another person approves a task. */
  approve: {
    ...post,
    path: `${path}/approve`,
    allow: otaTaskApprove,
    input: z.strictObject({ id: z.uuid(), revision, approved: z.boolean(), reasons }),
    output: otaTaskDetail,
  },
  /** No further robot begins; what has begun goes on. */
  pause: { ...post, path: `${path}/pause`, allow: otaStart, input: byId, output: otaTaskDetail },
  resume: { ...post, path: `${path}/resume`, allow: otaStart, input: byId, output: otaTaskDetail },
  /** Ends the task. Robots that install finish or roll back; the answer names them. */
  cancel: {
    ...post,
    path: `${path}/cancel`,
    allow: otaStart,
    input: byId,
    output: z.object({
      task: otaTaskDetail,
      installing: z.array(z.object({ id: z.string(), nickname: z.string(), sn: z.string() })),
    }),
  },
  /** New attempts for failed robots: the named records, or all. */
  retry: {
    ...post,
    path: `${path}/retry`,
    allow: otaStart,
    input: z.strictObject({ id: z.uuid(), recordIds: z.array(z.uuid()).max(1_000).default([]) }),
    output: otaTaskDetail,
  },
  /** Makes a draft that brings the updated robots back to the version before. */
  rollBack: { ...post, path: `${path}/rollback`, allow: otaStart, input: byId, output: otaTaskDetail },
  records: {
    ...post,
    path: `${path}/device/queryWithPage`,
    allow: otaDetail,
    reads: true,
    input: listInput({ taskId: z.uuid().optional(), packageId: z.uuid().optional(), ...recordFilters }),
    output: listOf(otaRecord),
  },
  /** The records of a task in the order of its stages, as CSV. */
  exportRecords: {
    ...post,
    path: `${path}/device/export`,
    kind: 'bytes',
    allow: otaDetail,
    reads: true,
    input: z.strictObject({ taskId: z.uuid(), ...recordFilters }),
    output: z.unknown(),
  },
});
