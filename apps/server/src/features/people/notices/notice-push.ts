import { noticeSubjects, permissions, type Lang, type Message, type topics } from '@sweepline/contract';
import { z } from 'zod';
import { hasPermission, type Account } from '../../../platform/calls/ctx.ts';
import { inScope } from '../../../platform/db/db.ts';
import { inValues } from '../../../platform/db/page.ts';
import type { Services } from '../../../platform/calls/services.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { noticeFor } from './notice-list.ts';
import { totalOf, unreadCountsOf } from './notice-read-service.ts';
import type { NoticeRow } from './notice-service.ts';

/** The row, as it is published on the bus. The text is rendered per reader. */
export const noticeMessage: z.ZodType<NoticeRow> = z.object({
  id: z.string(),
  companyId: z.string(),
  kind: z.enum(['system', 'device']),
  accountId: z.uuid().nullable(),
  deviceId: z.uuid().nullable(),
  aboutKind: z.enum(noticeSubjects).nullable(),
  aboutId: z.string().nullable(),
  // The version before publishes rows without it.
  alarmId: z.string().nullable().default(null),
  workOrderId: z.string().nullable().default(null),
  template: z.string().nullable(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  html: z.record(z.string(), z.string()).nullable(),
  occasion: z.string(),
  createdAt: z.string(),
});

export const maySeeNotice = (account: Account, { kind }: NoticeRow): boolean =>
  kind === 'system' || hasPermission(account, permissions.deviceList);

/** Frames of `/ws/event` for one reader. `more` is the number of notices that are only counted. */
export const noticeFrames = (
  { db }: Services,
  account: Account,
  lang: Lang,
  rows: NoticeRow[],
  more: number,
) =>
  inScope(
    db,
    account.scope,
    async (tx) => {
      const ids = rows.flatMap(({ deviceId }) => deviceId ?? []);
      const rowsOfDevices = await tx.select().from(devices).where(inValues(devices.id, ids));
      const unread = await unreadCountsOf(tx, account);
      return rows.map((row, index) => {
        const device = rowsOfDevices.find(({ id }) => id === row.deviceId) ?? null;
        const content: Message<typeof topics.event> = {
          kind: row.kind,
          notice: noticeFor(row, device, lang, false),
          unread,
          more: index === 0 ? more : 0,
        };
        return { content, allUnReadCount: totalOf(unread) };
      });
    },
    { readOnly: true, home: account.companyId },
  );
