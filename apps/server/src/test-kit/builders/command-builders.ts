import { commands } from '../../entities/devices/command-table.ts';
import { relocations } from '../../entities/devices/relocation-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { companyIds } from '../people.ts';

type Insert<T extends { $inferInsert: object }> = Partial<T['$inferInsert']>;

/** Builders of commands and relocations. The default company is the mall. */
export function commandBuilders(db: Db, now: Clock) {
  let count = 0;

  const aCommand = (overrides: Insert<typeof commands> = {}) =>
    inScope(db, '*', async (tx) => {
      const at = now().toISOString();
      const row = {
        companyId: companyIds.mall,
        deviceId: '01900000-0000-7000-8004-000000000001',
        type: 'locate',
        lane: 'SYSTEM' as const,
        // Two commands of one lane of a device must have different numbers.
        laneSeq: ++count,
        class: 'INTERACTIVE' as const,
        params: { seconds: 10 },
        status: 'SUCCEEDED' as const,
        ttlMs: 10_000,
        timeoutMs: 10_000,
        by: 'test',
        createdAt: at,
        expiresAt: at,
        ...overrides,
      };
      return (await tx.insert(commands).values(row).returning())[0]!;
    });

  const aRelocation = (deviceId: string, overrides: Insert<typeof relocations> = {}) =>
    inScope(db, '*', async (tx) => {
      const at = now().toISOString();
      const row = {
        companyId: companyIds.mall,
        deviceId,
        state: 'ENTERED' as const,
        mapId: 'm1',
        enteredAt: at,
        enteredBy: 'test',
        endsAt: at,
        ...overrides,
      };
      return (await tx.insert(relocations).values(row).returning())[0]!;
    });

  return { aCommand, aRelocation };
}
