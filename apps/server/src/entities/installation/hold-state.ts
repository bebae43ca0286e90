import { z } from 'zod';
import { inScope, type Db } from '../../platform/db/db.ts';
import { createChannel, type Bus } from '../../platform/socket/bus.ts';
import { installationHolds } from './hold-table.ts';

/** A person has ended the hold after a restore. */
export const holdEnded = createChannel('installation.holdEnded', z.object({}));

export interface Hold {
  /** Whether robots may not connect and get nothing. */
  isHeld(): boolean;
  /** A copy of an installation sends no mail until its next start after the hold. */
  isCopy: boolean;
  stop(): void;
}

/** Reads the hold at the start of a server, and follows its end. */
export async function followHold(db: Db, bus: Bus): Promise<Hold> {
  const [row] = await inScope(db, '*', (tx) => tx.select().from(installationHolds), { readOnly: true });
  let isHeld = row !== undefined;
  const stop = bus.subscribe(holdEnded, () => void (isHeld = false));
  return { isHeld: () => isHeld, isCopy: row?.isCopy ?? false, stop };
}
