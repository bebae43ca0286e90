import { and, eq, gt, isNull } from 'drizzle-orm';
import type { videoSessions } from '../../entities/remote/video-table.ts';
import type { liveLogs } from '../../entities/remote/live-log-table.ts';
import type { shellSessions } from '../../entities/remote/shell-table.ts';
import type { Tx } from '../../platform/db/db.ts';
import { hashOfToken } from '../protocol/token-hash.ts';
import type { RefusedSession, StreamAttempt } from './stream-kind.ts';

/** Redeems the token of a session that starts, once. */
export async function redeemIn(
  tx: Tx,
  table: typeof videoSessions | typeof liveLogs | typeof shellSessions,
  { device, sessionId, token, at }: StreamAttempt,
): Promise<'REDEEMED' | RefusedSession> {
  const [redeemed] = await tx
    .update(table)
    .set({ tokenUsedAt: at })
    .where(
      and(
        eq(table.id, sessionId),
        eq(table.deviceId, device.deviceId),
        eq(table.companyId, device.companyId),
        eq(table.tokenHash, hashOfToken(token)),
        eq(table.state, 'STARTING'),
        isNull(table.tokenUsedAt),
        gt(table.tokenUntil, at),
      ),
    )
    .returning({ id: table.id });
  if (redeemed) return 'REDEEMED';
  const owner = { deviceId: table.deviceId, companyId: table.companyId };
  const [row] = await tx.select(owner).from(table).where(eq(table.id, sessionId));
  return row;
}
