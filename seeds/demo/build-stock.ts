import { and, eq, isNull } from 'drizzle-orm';
import { unbindings } from '../../apps/server/src/entities/devices/unbinding-table.ts';
import { custodies } from '../../apps/server/src/features/stock/robots/custody-table.ts';
import { resales } from '../../apps/server/src/features/stock/robots/resale-table.ts';
import { devices } from '../../apps/server/src/entities/devices/device-table.ts';
import type { Tx } from '../../apps/server/src/platform/db/db.ts';
import { newId } from '../../apps/server/src/platform/runtime/ids.ts';
import { newCredential } from '../../apps/server/src/features/devices/identity/credential-service.ts';
import { companies, type CompanyKey } from './people.ts';
import { fleet, places } from './places.ts';

const dayMs = 86_400_000;
type Device = typeof devices.$inferInsert;
/** A company and the day, relative to today, from which it owned the device; the last is the current owner. */
type Hop = readonly [company: CompanyKey, day: number];
type StockDevice = Pick<Device, 'sn' | 'model' | 'inventory'> &
  Partial<Device> & { hops: readonly Hop[]; offeredTo?: CompanyKey };

/** Robots without work: in stock, sold but not activated, and returned. */
const stockDevices: readonly StockDevice[] = [
  { sn: 'J30C0101', model: 'J30', inventory: 'IN_STOCK', hops: [['provider', -60]] },
  { sn: 'J30C0102', model: 'J30', inventory: 'IN_STOCK', hops: [['provider', -60]] },
  { sn: 'J40B0101', model: 'J40', inventory: 'IN_STOCK', hops: [['provider', -48]] },
  { sn: 'J20A0101', model: 'J20', inventory: 'IN_STOCK', useStatus: 'SAMPLE', hops: [['provider', -75]] },
  {
    sn: 'J40B0900',
    model: 'J40',
    inventory: 'IN_STOCK',
    useStatus: 'PROTOTYPE',
    usageType: 'TEST',
    hops: [['provider', -210]],
  },
  {
    sn: 'J20A0110',
    model: 'J20',
    inventory: 'OUTBOUND',
    offeredTo: 'rhein',
    hops: [['provider', -50]],
  },
  {
    sn: 'J30C0110',
    model: 'J30',
    inventory: 'OUTBOUND',
    offeredTo: 'suzhou',
    hops: [
      ['provider', -90],
      ['shanghai', -30],
    ],
  },
  {
    sn: 'J40B0110',
    model: 'J40',
    inventory: 'OUTBOUND',
    hops: [
      ['provider', -85],
      ['rhein', -25],
    ],
  },
  {
    sn: 'J30C0120',
    model: 'J30',
    inventory: 'RETURNED',
    useStatus: 'RETURNED',
    hops: [
      ['provider', -400],
      ['shanghai', -390],
      ['suzhou', -384],
      ['mall', -376],
      ['suzhou', -40],
    ],
  },
  {
    sn: 'J20A0120',
    model: 'J20',
    inventory: 'RETURNED',
    useStatus: 'LEASE_EXPIRED',
    usageType: 'LEASE',
    hops: [
      ['provider', -760],
      ['rhein', -748],
      ['tower', -740],
      ['rhein', -12],
    ],
  },
];

const companyOf = (key: CompanyKey) => companies.find((company) => company.key === key)!;
const parentOf = (key: CompanyKey): CompanyKey | null => companyOf(key).under;
/** The account that acts for a company in the stock records. */
const clerkOf = (key: CompanyKey) => (key === 'provider' ? 'ops.chen' : `${key}.admin`);
/** The companies from the provider down to a company. */
function pathTo(key: CompanyKey): CompanyKey[] {
  const parent = parentOf(key);
  return parent === null ? [key] : [...pathTo(parent), key];
}

interface StockContext {
  db: Tx;
  companyIds: Record<CompanyKey, string>;
  iso: (days: number) => string;
}
type Offered = Pick<Device, 'sn' | 'model'> & { deviceId: string };

/** Creates stock devices, sales and returns, and the ownership history of the robots at work. */
export async function buildStock(
  db: Tx,
  now: () => Date,
  companyIds: Record<CompanyKey, string>,
): Promise<void> {
  const iso = (days: number) => new Date(now().getTime() + days * dayMs).toISOString();
  const context = { db, companyIds, iso };
  for (const device of stockDevices) await writeStockDevice(context, device);
  for (const { sn, place } of fleet) {
    const { company } = places.find(({ key }) => key === place)!;
    const [device] = await db.select().from(devices).where(eq(devices.sn, sn));
    if (!device) throw new Error(`${sn} is not registered`);
    await writePast(context, { deviceId: device.id, sn, model: device.model }, pathTo(company));
  }
}

async function writeStockDevice(
  context: StockContext,
  { hops, offeredTo, ...values }: StockDevice,
): Promise<void> {
  const { db, companyIds, iso } = context;
  const [[maker, firstDay], ...later] = hops as readonly [Hop, ...Hop[]];
  const last = hops.at(-1)!;
  const deviceId = newId();
  await db.insert(devices).values({
    id: deviceId,
    companyId: companyIds[maker],
    nickname: values.sn,
    manufacturer: 'JBOT',
    protocol: 'v3',
    // This secret is discarded: activation gives the device another one.
    secretHash: newCredential().secretHash,
    binding: 'NOT_ACTIVATED',
    inventoryAt: iso(last[1]),
    warrantyFrom: iso(firstDay),
    warrantyUntil: iso(firstDay + 730),
    createdAt: iso(firstDay),
    updatedAt: iso(firstDay),
    updatedBy: clerkOf(maker),
    ...values,
  });
  let holder = maker;
  for (const [company, day] of later) {
    const returned = pathTo(holder).includes(company);
    const by = clerkOf(company);
    // A trigger writes the custody row; this update sets its act.
    await db
      .update(devices)
      .set({ companyId: companyIds[company], updatedAt: iso(day), updatedBy: by })
      .where(eq(devices.id, deviceId));
    await db
      .update(custodies)
      .set({ act: returned ? 'RETURNED' : 'RESOLD' })
      .where(and(eq(custodies.deviceId, deviceId), isNull(custodies.until)));
    if (returned) await writeUnbinding(context, { deviceId, ...values }, holder, day);
    else await writeSale(context, { deviceId, ...values }, holder, company, day);
    holder = company;
  }
  if (offeredTo) await writeSale(context, { deviceId, ...values }, holder, offeredTo, null);
}

/** Writes a sale confirmed on `day`, or with null an open offer made two days ago. */
async function writeSale(
  { db, companyIds, iso }: StockContext,
  { deviceId, sn, model }: Offered,
  from: CompanyKey,
  to: CompanyKey,
  day: number | null,
): Promise<void> {
  await db.insert(resales).values({
    companyId: companyIds[to],
    companyName: companyOf(to).name,
    deviceId,
    sn,
    model,
    nickname: sn,
    fromCompanyId: companyIds[from],
    fromCompanyName: companyOf(from).name,
    offeredAt: iso((day ?? 0) - 2),
    offeredBy: clerkOf(from),
    ...(day === null
      ? { status: 'OFFERED' as const }
      : { status: 'CONFIRMED' as const, settledAt: iso(day), settledBy: clerkOf(to) }),
  });
}

/** Writes the unbinding receipt, one day before the return. */
async function writeUnbinding(
  { db, companyIds, iso }: StockContext,
  { deviceId, sn }: Offered,
  holder: CompanyKey,
  day: number,
): Promise<void> {
  await db.insert(unbindings).values({
    companyId: companyIds[holder],
    deviceId,
    sn,
    nickname: sn,
    at: iso(day - 1),
    by: clerkOf(holder),
    withoutRobot: true,
    robotCleared: null,
    kept: [],
    cleared: [
      { what: 'LIVE', count: 1 },
      { what: 'SETTINGS', count: 2 },
      { what: 'SITE', count: 1 },
    ],
  });
}

/** Writes the ownership history of a robot at work: each company from the provider down to its own. */
async function writePast(context: StockContext, device: Offered, path: readonly CompanyKey[]): Promise<void> {
  const { db, companyIds, iso } = context;
  const { deviceId } = device;
  // The companies follow ten days apart; the last one owns it since shortly before the activation.
  const since = path.map((_, n) => -372 - (path.length - 1 - n) * 10);
  await db.delete(custodies).where(eq(custodies.deviceId, deviceId));
  await db.insert(custodies).values(
    path.map((key, n) => ({
      companyId: companyIds[key],
      companyName: companyOf(key).name,
      deviceId,
      by: clerkOf(key),
      since: iso(since[n]!),
      until: n + 1 < path.length ? iso(since[n + 1]!) : null,
      act: n === 0 ? ('REGISTERED' as const) : ('RESOLD' as const),
    })),
  );
  await db
    .update(devices)
    .set({ createdAt: iso(since[0]!) })
    .where(eq(devices.id, deviceId));
  for (const [n, key] of path.entries())
    if (n > 0) await writeSale(context, device, path[n - 1]!, key, since[n]!);
}
