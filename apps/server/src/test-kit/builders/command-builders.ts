import { commands } from '../../features/devices/command-table.ts';
import { relocations } from '../../features/device-care/relocation-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { companyIds } from '../people.ts';

type Insert<T extends { $inferInsert: object }> = Partial<T['$inferInsert']>;

/** What devices were told. Of the mall unless said otherwise. */
export function commandBuilders(db: Db, now: Clock) {
  let count = 0;

  const aCommand = (given: Insert<typeof commands> = {}) =>
    inScope(db, '*', async (tx) => {
      const at = now().toISOString();
      const row = {
        companyId: companyIds.mall,
        deviceId: '01900000-0000-7000-8004-000000000001',
        type: 'locate',
        lane: 'SYSTEM' as const,
        // Its own lane of another device would do as well: only two of one lane must differ.
        laneSeq: ++count,
        class: 'INTERACTIVE' as const,
        params: { seconds: 10 },
        status: 'SUCCEEDED' as const,
        ttlMs: 10_000,
        timeoutMs: 10_000,
        by: 'test',
        createdAt: at,
        expiresAt: at,
        ...given,
      };
      return (await tx.insert(commands).values(row).returning())[0]!;
    });

  const aRelocation = (deviceId: string, given: Insert<typeof relocations> = {}) =>
    inScope(db, '*', async (tx) => {
      const at = now().toISOString();
      const row = {
        ...{ companyId: companyIds.mall, deviceId, state: 'ENTERED' as const, mapId: 'm1' },
        ...{ enteredAt: at, enteredBy: 'test', endsAt: at, ...given },
      };
      return (await tx.insert(relocations).values(row).returning())[0]!;
    });

  return { aCommand, aRelocation };
}
