import { alarmSettings } from '../../entities/alarms/alarm-setting-table.ts';
import { alarms } from '../../entities/alarms/alarm-table.ts';
import { escalationPolicies } from '../../features/alarms/escalation/escalation-table.ts';
import { notices } from '../../entities/people/notice-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { companyIds } from '../people.ts';

type Insert<T extends { $inferInsert: object }> = Partial<T['$inferInsert']>;

/** Builders of notices, alarms and their settings. The default company is the mall. */
export function noticeBuilders(db: Db, now: Clock) {
  const aNotice = (overrides: Insert<typeof notices> = {}) =>
    inScope(db, '*', async (tx) => {
      const id = overrides.id ?? newId();
      const words = overrides.html ? {} : { template: 'runFailed', params: { name: 'Robot', run: 'Lobby' } };
      const row = {
        id,
        companyId: companyIds.mall,
        kind: 'device' as const,
        occasion: id,
        ...words,
        createdAt: now().toISOString(),
        ...overrides,
      };
      return (await tx.insert(notices).values(row).returning())[0]!;
    });

  const anAlarm = (overrides: Insert<typeof alarms> = {}) =>
    inScope(db, '*', async (tx) => {
      const id = overrides.id ?? newId();
      const row = {
        id,
        companyId: companyIds.mall,
        deviceId: newId(),
        source: 'ROBOT' as const,
        identity: id,
        code: '10110',
        level: 4,
        type: 'STUCK',
        text: 'Robot is stuck',
        refs: {},
        raisedAt: now().toISOString(),
        arrivedAt: now().toISOString(),
        toldAt: overrides.arrivedAt ?? now().toISOString(),
        ...overrides,
      };
      return (await tx.insert(alarms).values(row).returning())[0]!;
    });

  /** A suppression of a type of errors. */
  const anAlarmSetting = (overrides: Insert<typeof alarmSettings> = {}) =>
    inScope(db, '*', async (tx) => {
      const at = now().toISOString();
      const row = {
        companyId: companyIds.mall,
        // A company has one setting for a type of errors.
        code: '90000',
        errorType: newId(),
        push: 'OFF' as const,
        pushChangedAt: at,
        updatedAt: at,
        updatedBy: 'test',
        ...overrides,
      };
      return (await tx.insert(alarmSettings).values(row).returning())[0]!;
    });

  const aPolicy = (overrides: Insert<typeof escalationPolicies> = {}) =>
    inScope(db, '*', async (tx) => {
      const id = overrides.id ?? newId();
      const at = now().toISOString();
      const stamp = { createdAt: at, updatedAt: at, updatedBy: 'test' };
      const row = { id, companyId: companyIds.mall, name: `Policy ${id}`, steps: [], ...stamp, ...overrides };
      return (await tx.insert(escalationPolicies).values(row).returning())[0]!;
    });

  return { aNotice, anAlarm, anAlarmSetting, aPolicy };
}
