import { noticeCalls, permissions, type NoticeKind } from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { hasPermission, Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { visible } from '../../../platform/db/page.ts';
import { listNotices } from './notice-list.ts';
import {
  addressedTo,
  maySeeAlarms,
  markAllRead,
  markRead,
  totalOf,
  undoMarkAll,
  unreadCountsOf,
} from './notice-read-service.ts';
import { notices } from '../../../entities/people/notice-table.ts';

/** Whether the caller may see notices of a kind. A hidden notice can be neither read nor marked. */
const maySee = ({ account }: Ctx, kind: NoticeKind): boolean =>
  kind === 'system' ||
  (kind === 'device' ? hasPermission(account, permissions.deviceList) : maySeeAlarms(account));

const readAll = (kind: NoticeKind) => async (ctx: Ctx) => {
  await markAllRead(ctx.db, ctx.account, kind, ctx.now());
  return {};
};

export const noticeAnswers = answer(noticeCalls, {
  deviceList: ({ db, account, caller }, input) => listNotices(db, account, caller.lang, 'device', input),
  systemList: ({ db, account, caller }, input) => listNotices(db, account, caller.lang, 'system', input),
  deviceReadAll: readAll('device'),
  systemReadAll: readAll('system'),

  unread: ({ db, account }) => unreadCountsOf(db, account),
  unreadTotal: async ({ db, account }) => totalOf(await unreadCountsOf(db, account)),

  read: async (ctx, { id }) => {
    const { db, account } = ctx;
    const [notice] = await db
      .select()
      .from(notices)
      .where(and(eq(notices.id, id), addressedTo(account), visible(db, notices)));
    if (!notice || !maySee(ctx, notice.kind)) throw new Refusal('notFound');
    await markRead(db, account, notice.kind, { id, cameAt: notice.createdAt });
    return {};
  },

  undoReadAll: async (ctx, { kind }) => {
    if (!maySee(ctx, kind)) throw new Refusal('wrongState');
    await undoMarkAll(ctx.db, ctx.account, kind);
    return {};
  },
});
