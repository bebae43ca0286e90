import { sql } from 'drizzle-orm';
import { accounts } from '../../entities/people/account-table.ts';
import { writeRecord } from '../../entities/service/maintenance-record-service.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { CommandRow } from '../commands/command-rules.ts';

/** A part that was reset was replaced: the service book of the robot says so, once per command. */
export async function recordReset(
  tx: Tx,
  { id, type, status, companyId, deviceId, params, by, reason }: CommandRow,
  at: string,
): Promise<void> {
  if (type !== 'consumable.reset' || status !== 'SUCCEEDED') return;
  const [person] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(sql`lower(${accounts.username}) = lower(${by})`)
    .limit(1);
  const part = params['id'];
  await writeRecord(tx, {
    companyId,
    deviceId,
    at,
    type: 'REPLACEMENT',
    source: 'RESET',
    content: reason,
    details: typeof part === 'string' ? { part } : {},
    byId: person?.id ?? null,
    cause: `command:${id}`,
  });
}
