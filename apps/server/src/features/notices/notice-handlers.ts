import { noticeCalls, permissions, type NoticeKind } from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import { answer } from '../../platform/calls/calls.ts';
import { holds, Refusal, type Ctx } from '../../platform/calls/ctx.ts';
import { visible } from '../../platform/db/page.ts';
import { listNotices } from './notice-list.ts';
import {
  addressedTo,
  hearsOfDevices,
  markAllRead,
  markRead,
  totalOf,
  undoMarkAll,
  unreadCountsOf,
} from './notice-read-service.ts';
import { notices } from './notice-table.ts';

/** Kinds the caller is told of: what one may not see is neither there to be read nor to be marked. */
const hears = ({ account }: Ctx, kind: NoticeKind): boolean =>
  kind === 'system' || (kind === 'device' ? holds(account, permissions.deviceList) : hearsOfDevices(account));

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
    const [found] = await db
      .select()
      .from(notices)
      .where(and(eq(notices.id, id), addressedTo(account), visible(db, notices)));
    if (!found || !hears(ctx, found.kind)) throw new Refusal('notFound');
    await markRead(db, account, found.kind, { id, cameAt: found.createdAt });
    return {};
  },

  undoReadAll: async (ctx, { kind }) => {
    if (!hears(ctx, kind)) throw new Refusal('wrongState');
    await undoMarkAll(ctx.db, ctx.account, kind);
    return {};
  },
});
