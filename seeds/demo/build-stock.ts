import { and, eq, isNull } from 'drizzle-orm';
import { unbindings } from '../../apps/server/src/features/device-binding/unbinding-table.ts';
import { custodies } from '../../apps/server/src/features/device-stock/custody-table.ts';
import { resales } from '../../apps/server/src/features/device-stock/resale-table.ts';
import { devices } from '../../apps/server/src/features/devices/device-table.ts';
import type { Tx } from '../../apps/server/src/platform/db/db.ts';
import { newId } from '../../apps/server/src/platform/runtime/ids.ts';
import { newCredential } from '../../apps/server/src/robots/identity/credential-service.ts';
import { companies, type CompanyKey } from './people.ts';
import { fleet, places } from './places.ts';

const dayMs = 86_400_000;
type Device = typeof devices.$inferInsert;
/** Which company had it from which day on, counted from today; the last is who has it now. */
type Hop = readonly [company: CompanyKey, day: number];
type Unit = Pick<Device, 'sn' | 'model' | 'inventory'> &
  Partial<Device> & { hops: readonly Hop[]; offeredTo?: CompanyKey };

/** Robots that are not at work: in the provider's stock, on their way to a customer, and come back. */
const units: readonly Unit[] = [
  { sn: 'J30C0101', model: 'J30', inventory: 'IN_STOCK', hops: [['provider', -60]] },
  { sn: 'J30C0102', model: 'J30', inventory: 'IN_STOCK', hops: [['provider', -60]] },
  { sn: 'J40B0101', model: 'J40', inventory: 'IN_STOCK', hops: [['provider', -48]] },
  { sn: 'J20A0101', model: 'J20', inventory: 'IN_STOCK', useStatus: 'SAMPLE', hops: [['provider', -75]] },
  {
    ...{ sn: 'J40B0900', model: 'J40', inventory: 'IN_STOCK', useStatus: 'PROTOTYPE', usageType: 'TEST' },
    hops: [['provider', -210]],
  },
  {
    ...{ sn: 'J20A0110', model: 'J20', inventory: 'OUTBOUND', offeredTo: 'rhein' },
    hops: [['provider', -50]],
  },
  {
    ...{ sn: 'J30C0110', model: 'J30', inventory: 'OUTBOUND', offeredTo: 'suzhou' },
    hops: [
      ['provider', -90],
      ['shanghai', -30],
    ],
  },
  {
    ...{ sn: 'J40B0110', model: 'J40', inventory: 'OUTBOUND' },
    hops: [
      ['provider', -85],
      ['rhein', -25],
    ],
  },
  {
    ...{ sn: 'J30C0120', model: 'J30', inventory: 'RETURNED', useStatus: 'RETURNED' },
    hops: [
      ['provider', -400],
      ['shanghai', -390],
      ['suzhou', -384],
      ['mall', -376],
      ['suzhou', -40],
    ],
  },
  {
    ...{
      sn: 'J20A0120',
      model: 'J20',
      inventory: 'RETURNED',
      useStatus: 'LEASE_EXPIRED',
      usageType: 'LEASE',
    },
    hops: [
      ['provider', -760],
      ['rhein', -748],
      ['tower', -740],
      ['rhein', -12],
    ],
  },
];

const companyOf = (key: CompanyKey) => companies.find((one) => one.key === key)!;
const parentOf = (key: CompanyKey): CompanyKey | null => companyOf(key).under;
/** Who speaks for a company in the books. */
const clerkOf = (key: CompanyKey) => (key === 'provider' ? 'ops.chen' : `${key}.admin`);
/** From the provider down to a company. */
function wayTo(key: CompanyKey): CompanyKey[] {
  const parent = parentOf(key);
  return parent === null ? [key] : [...wayTo(parent), key];
}

interface Books {
  db: Tx;
  companyIds: Record<CompanyKey, string>;
  iso: (days: number) => string;
}
type Offered = Pick<Device, 'sn' | 'model'> & { deviceId: string };

/** Stock, sales and returns, for the robots at work as well: who held each from the day it was made. */
export async function buildStock(
  db: Tx,
  now: () => Date,
  companyIds: Record<CompanyKey, string>,
): Promise<void> {
  const iso = (days: number) => new Date(now().getTime() + days * dayMs).toISOString();
  const books = { db, companyIds, iso };
  for (const unit of units) await writeUnit(books, unit);
  for (const { sn, place } of fleet) {
    const { company } = places.find(({ key }) => key === place)!;
    const [device] = await db.select().from(devices).where(eq(devices.sn, sn));
    if (!device) throw new Error(`${sn} is not registered`);
    await writePast(books, { deviceId: device.id, sn, model: device.model }, wayTo(company));
  }
}

async function writeUnit(books: Books, { hops, offeredTo, ...unit }: Unit): Promise<void> {
  const { db, companyIds, iso } = books;
  const [[maker, made], ...later] = hops as readonly [Hop, ...Hop[]];
  const last = hops.at(-1)!;
  const deviceId = newId();
  await db.insert(devices).values({
    ...{
      id: deviceId,
      companyId: companyIds[maker],
      nickname: unit.sn,
      manufacturer: 'JBOT',
      protocol: 'v3',
    },
    // Nobody knows this secret: activation gives the device its own.
    ...{ secretHash: newCredential().secretHash, binding: 'NOT_ACTIVATED', inventoryAt: iso(last[1]) },
    ...{ warrantyFrom: iso(made), warrantyUntil: iso(made + 730) },
    ...{ createdAt: iso(made), updatedAt: iso(made), updatedBy: clerkOf(maker), ...unit },
  });
  let holder = maker;
  for (const [company, day] of later) {
    const returned = wayTo(holder).includes(company);
    const by = clerkOf(company);
    // The chain is kept by PostgreSQL; here it learns by which act.
    await db
      .update(devices)
      .set({ companyId: companyIds[company], updatedAt: iso(day), updatedBy: by })
      .where(eq(devices.id, deviceId));
    await db
      .update(custodies)
      .set({ act: returned ? 'RETURNED' : 'RESOLD' })
      .where(and(eq(custodies.deviceId, deviceId), isNull(custodies.until)));
    if (returned) await writeUnbinding(books, { deviceId, ...unit }, holder, day);
    else await writeSale(books, { deviceId, ...unit }, holder, company, day);
    holder = company;
  }
  if (offeredTo) await writeSale(books, { deviceId, ...unit }, holder, offeredTo, null);
}

/** A sale that was confirmed on a day, or an offer of the day before yesterday that waits. */
async function writeSale(
  { db, companyIds, iso }: Books,
  { deviceId, sn, model }: Offered,
  from: CompanyKey,
  to: CompanyKey,
  day: number | null,
): Promise<void> {
  await db.insert(resales).values({
    ...{ companyId: companyIds[to], companyName: companyOf(to).name, deviceId, sn, model, nickname: sn },
    ...{ fromCompanyId: companyIds[from], fromCompanyName: companyOf(from).name },
    ...{ offeredAt: iso((day ?? 0) - 2), offeredBy: clerkOf(from) },
    ...(day === null
      ? { status: 'OFFERED' as const }
      : { status: 'CONFIRMED' as const, settledAt: iso(day), settledBy: clerkOf(to) }),
  });
}

/** The receipt of the day before it came back. */
async function writeUnbinding(
  { db, companyIds, iso }: Books,
  { deviceId, sn }: Offered,
  holder: CompanyKey,
  day: number,
): Promise<void> {
  await db.insert(unbindings).values({
    ...{ companyId: companyIds[holder], deviceId, sn, nickname: sn, at: iso(day - 1), by: clerkOf(holder) },
    ...{ withoutRobot: true, robotCleared: null, kept: [] },
    cleared: [
      { what: 'LIVE', count: 1 },
      { what: 'SETTINGS', count: 2 },
      { what: 'SITE', count: 1 },
    ],
  });
}

/** Where a robot at work was before: with each company above its own, and sold on from there. */
async function writePast(books: Books, device: Offered, way: readonly CompanyKey[]): Promise<void> {
  const { db, companyIds, iso } = books;
  const { deviceId } = device;
  // One company after the other, ten days apart; the last has it since shortly before it was activated.
  const since = way.map((_, n) => -372 - (way.length - 1 - n) * 10);
  await db.delete(custodies).where(eq(custodies.deviceId, deviceId));
  await db.insert(custodies).values(
    way.map((key, n) => ({
      ...{ companyId: companyIds[key], companyName: companyOf(key).name, deviceId, by: clerkOf(key) },
      ...{ since: iso(since[n]!), until: n + 1 < way.length ? iso(since[n + 1]!) : null },
      act: n === 0 ? ('REGISTERED' as const) : ('RESOLD' as const),
    })),
  );
  await db
    .update(devices)
    .set({ createdAt: iso(since[0]!) })
    .where(eq(devices.id, deviceId));
  for (const [n, key] of way.entries())
    if (n > 0) await writeSale(books, device, way[n - 1]!, key, since[n]!);
}
