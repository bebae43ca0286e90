import { and, eq, isNull } from 'drizzle-orm';
import { videoViews } from '../../../entities/remote/video-table.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { inShortTransaction } from '../../../platform/calls/without-transaction.ts';
import { asSystem } from '../../../platform/db/as-system.ts';

/** The open view of this sign-in. One of another sign-in, an ended one and none are answered alike. */
export const ownView = (ctx: Ctx, viewId: string) =>
  inShortTransaction(ctx, (db) =>
    asSystem(db, async (all) => {
      const [view] = await all
        .select({ id: videoViews.id, deviceId: videoViews.deviceId })
        .from(videoViews)
        .where(
          and(
            eq(videoViews.id, viewId),
            eq(videoViews.login, ctx.account.sessionId),
            isNull(videoViews.endedAt),
          ),
        );
      if (!view) throw new Refusal('notFound');
      return { deviceId: view.deviceId, viewId: view.id, login: ctx.account.sessionId };
    }),
  );
