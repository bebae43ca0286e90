import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';

/** The bell's three lists, in the order of the unread counts. */
export const noticeKinds = ['system', 'device', 'alarm'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Unread counts: system, device, alarm. Counting stops at `maxUnread`; the bell shows at most 99+. */
export const unreadCounts = z.tuple([z.number().int(), z.number().int(), z.number().int()]);
export type UnreadCounts = z.infer<typeof unreadCounts>;
export const maxUnread = 1_000;

/** 1 for yes, 0 for no: the published API uses numbers. */
export const yesNo = z.union([z.literal(0), z.literal(1)]);
/** A time limit; empty for none. */
const bound = z.union([z.literal(''), moment]).optional();

/** Filters of the notice lists. */
export const noticeFilters = {
  /** 0 unread, 1 read. */
  isRead: z.number().int().min(0).max(1).optional(),
  startTime: bound,
  endTime: bound,
};
export const deviceFilter = { deviceId: z.uuid().optional() };

export const noticeSubjects = ['device', 'run', 'resale', 'company', 'need'] as const;
export type NoticeSubject = (typeof noticeSubjects)[number];

/** The record of a notice, to link to its page. */
const about = z.object({ kind: z.enum(noticeSubjects), id: z.string() });

/** A system or device notice in the reader's language. */
export const notice = z.object({
  eventId: z.string(),
  /** HTML, sanitized when it was stored. */
  content: z.string(),
  createTime: moment,
  /** Code, id, serial number and name of the device; null when there is none. */
  deviceCode: z.string().nullable(),
  deviceId: z.string().nullable(),
  deviceSn: z.string().nullable(),
  deviceName: z.string().nullable(),
  isRead: yesNo,
  about: about.nullable(),
  /** The alarm that it is about. The version before has no such field and links to the robot. */
  alarmId: z.string().nullable().default(null),
  /** The work order that it is about. */
  workOrderId: z.string().nullable().default(null),
});
export type Notice = z.infer<typeof notice>;

/** Fields of a push on `/ws/event` and `/ws/alarm`; `unread` counts for the receiver. */
export const noticePush = {
  unread: unreadCounts,
  /** Further notices of the same moment that are not pushed one by one. */
  more: z.number().int(),
};

const { deviceList } = permissions;
const path = 'service/eventNoticeInfo';
const marks = z.strictObject({});

export const noticeCalls = calls('notices', {
  deviceList: {
    method: 'POST',
    path: `${path}/device/queryWithPage`,
    allow: deviceList,
    reads: true,
    input: listInput({ ...noticeFilters, ...deviceFilter }),
    output: listOf(notice),
  },
  systemList: {
    method: 'POST',
    path: `${path}/system/queryWithPage`,
    allow: 'signedIn',
    reads: true,
    input: listInput(noticeFilters),
    output: listOf(notice),
  },
  deviceReadAll: {
    method: 'GET',
    path: `${path}/device/readAll`,
    allow: deviceList,
    reads: false,
    input: marks,
    output: nothing,
  },
  systemReadAll: {
    method: 'GET',
    path: `${path}/system/readAll`,
    allow: 'signedIn',
    reads: false,
    input: marks,
    output: nothing,
  },
  unread: {
    method: 'GET',
    path: `${path}/unReadCountList`,
    allow: 'signedIn',
    background: true,
    input: z.strictObject({}),
    output: unreadCounts,
  },
  /** All three together: the badge of the bell. */
  unreadTotal: {
    method: 'GET',
    path: `${path}/allUnReadCount`,
    allow: 'signedIn',
    background: true,
    input: z.strictObject({}),
    output: z.number().int(),
  },
  /** One system or device notice. */
  read: { method: 'POST', path: `${path}/read`, allow: 'signedIn', input: byId, output: nothing },
  /** Undoes the last "mark all read" of one kind. */
  undoReadAll: {
    method: 'POST',
    path: `${path}/undoReadAll`,
    allow: 'signedIn',
    input: z.strictObject({ kind: z.enum(noticeKinds) }),
    output: nothing,
  },
});
