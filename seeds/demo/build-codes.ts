import { randomBytes } from 'node:crypto';
import { codeChanceLength, codeFrom } from '@sweepline/contract';
import { inArray } from 'drizzle-orm';
import { accountByName } from '../../apps/server/src/entities/people/account-service.ts';
import {
  activationCodeEvents,
  activationCodes,
} from '../../apps/server/src/features/stock/activation-codes/activation-code-table.ts';
import { devices } from '../../apps/server/src/entities/devices/device-table.ts';
import type { Tx } from '../../apps/server/src/platform/db/db.ts';
import { newId } from '../../apps/server/src/platform/runtime/ids.ts';
import type { Vault } from '../../apps/server/src/platform/files/vault.ts';
import type { CompanyKey } from './people.ts';
import { fleet, places } from './places.ts';

type Code = typeof activationCodes.$inferInsert;
type Event = Omit<typeof activationCodeEvents.$inferInsert, 'id' | 'companyId' | 'codeId'>;

const dayMs = 86_400_000;
const maker = 'ops.chen';

/** Unused batches; days are relative to today, negative in the past. */
const batches = [
  { name: 'J30 reserve', model: 'J30', count: 6, company: 'provider', madeDays: -20, validDays: null },
  { name: 'Rheinland order 2', model: 'J30', count: 4, company: 'rhein', madeDays: -41, validDays: 45 },
  { name: 'Plaza extension', model: 'J40', count: 3, company: 'mall', madeDays: -80, validDays: 12 },
  { name: 'Trade fair', model: 'J20', count: 4, company: 'shanghai', madeDays: -120, validDays: -30 },
] as const;

const terms = {
  'J30 reserve': { usageType: 'PURCHASE' },
  'Rheinland order 2': { usageType: 'LEASE', useDays: 730, noticeTo: 'rhein.admin' },
  'Plaza extension': { usageType: 'PURCHASE', noticeTo: 'mall.admin' },
  'Trade fair': { usageType: 'TRIAL', useDays: 30 },
} as const satisfies Record<
  (typeof batches)[number]['name'],
  Partial<Code> & { usageType: string; noticeTo?: string }
>;

/**
 * Creates activation codes: used ones for the robots of the fleet, and unused batches with one code of each final state.
 * They are sealed like on the server, so they can be read and used.
 */
export async function buildCodes(
  db: Tx,
  vault: Vault,
  now: () => Date,
  companyIds: Record<CompanyKey, string>,
): Promise<void> {
  const iso = (days: number) => new Date(now().getTime() + days * dayMs).toISOString();
  const write = async (row: Omit<Code, 'codeHash' | 'codeSecret' | 'tail'>, events: readonly Event[]) => {
    const [code, id] = [codeFrom(randomBytes(codeChanceLength)), newId()];
    const sealed = { codeHash: vault.mark(code), codeSecret: vault.seal(code), tail: code.slice(-4) };
    await db.insert(activationCodes).values({ ...row, ...sealed, id });
    if (events.length > 0)
      await db
        .insert(activationCodeEvents)
        .values(events.map((event) => ({ ...event, id: newId(), codeId: id, companyId: row.companyId })));
  };
  await writeUsed(db, iso, companyIds, write);
  for (const { name, model, count, company, madeDays, validDays } of batches) {
    const { noticeTo, ...rest } = { noticeTo: undefined, ...terms[name] };
    const person = noticeTo && (await accountByName(db, noticeTo));
    const [createdAt, linkedAt] = [iso(madeDays), iso(madeDays + 1)];
    const companyId = companyIds[company];
    const isLinked = company !== 'provider';
    const batchId = newId();
    for (let n = 0; n < count; n++) {
      const end = name === 'Trade fair' ? ends[n] : undefined;
      await write(
        {
          companyId,
          model,
          batchId,
          batchName: name,
          createdAt,
          createdBy: maker,
          updatedAt: isLinked ? linkedAt : createdAt,
          updatedBy: maker,
          ...rest,
          ...end?.row,
          ...(isLinked && { linkedAt }),
          ...(validDays !== null && { validUntil: iso(validDays) }),
          ...(person && { noticeToId: person.account.id }),
        },
        [
          ...(isLinked ? [{ kind: 'LINKED' as const, at: linkedAt, by: maker, toCompanyId: companyId }] : []),
          ...(end ? Array.from({ length: end.times }, () => ({ ...end.event, at: iso(madeDays + 5) })) : []),
        ],
      );
    }
  }
}

/** Final states of single codes of the fair; its other codes expired. */
const ends = [
  { row: { state: 'FAILED', failedBy: 'REVOKED' }, times: 1, event: { kind: 'REVOKED', by: maker } },
  {
    row: { state: 'FAILED', failedBy: 'PROOFS', failures: 10 },
    times: 10,
    event: { kind: 'REFUSED', by: '203.0.113.24', sn: 'J30C9001', fault: 'MODEL_MISMATCH' },
  },
] as const;

/** The first delivery: one used code per robot of the fleet. */
async function writeUsed(
  db: Tx,
  iso: (days: number) => string,
  companyIds: Record<CompanyKey, string>,
  write: (row: Omit<Code, 'codeHash' | 'codeSecret' | 'tail'>, events: readonly Event[]) => Promise<void>,
): Promise<void> {
  const sns = fleet.map(({ sn }) => sn);
  const rows = await db.select().from(devices).where(inArray(devices.sn, sns));
  const batchId = newId();
  for (const { id: deviceId, sn, companyId, model, activatedAt } of rows) {
    const place = places.find(({ key }) => key === fleet.find((robot) => robot.sn === sn)?.place);
    const usedAt = activatedAt ?? iso(-370);
    await write(
      {
        companyId: place ? companyIds[place.company] : companyId,
        model,
        usageType: 'PURCHASE',
        batchId,
        batchName: 'First delivery',
        createdAt: iso(-395),
        createdBy: maker,
        linkedAt: iso(-376),
        state: 'USED',
        usedAt,
        sn,
        hardwareId: `HW-${sn}`,
        deviceId,
        updatedAt: usedAt,
        updatedBy: sn,
        version: 3,
      },
      [
        { kind: 'LINKED', at: iso(-376), by: maker, toCompanyId: companyId },
        { kind: 'USED', at: usedAt, by: '198.51.100.17', sn },
      ],
    );
  }
}
