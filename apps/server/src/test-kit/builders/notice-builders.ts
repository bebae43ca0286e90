import { alarms } from '../../features/alarms/alarm-table.ts';
import { notices } from '../../features/notices/notice-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { companyIds } from '../people.ts';

type Insert<T extends { $inferInsert: object }> = Partial<T['$inferInsert']>;

/** What the bell shows; of the mall unless said otherwise. */
export function noticeBuilders(db: Db, now: Clock) {
  const aNotice = (given: Insert<typeof notices> = {}) =>
    inScope(db, '*', async (tx) => {
      const id = given.id ?? newId();
      const words = given.html ? {} : { template: 'runFailed', params: { name: 'Robot', run: 'Lobby' } };
      const row = {
        ...{ id, companyId: companyIds.mall, kind: 'device' as const, occasion: id },
        ...{ ...words, createdAt: now().toISOString(), ...given },
      };
      return (await tx.insert(notices).values(row).returning())[0]!;
    });

  const anAlarm = (given: Insert<typeof alarms> = {}) =>
    inScope(db, '*', async (tx) => {
      const id = given.id ?? newId();
      const row = {
        ...{ id, companyId: companyIds.mall, deviceId: newId(), source: 'ROBOT' as const, identity: id },
        ...{ code: '10110', level: 4, type: 'STUCK', text: 'Robot is stuck', refs: {} },
        ...{ raisedAt: now().toISOString(), arrivedAt: now().toISOString(), ...given },
      };
      return (await tx.insert(alarms).values(row).returning())[0]!;
    });

  return { aNotice, anAlarm };
}
