import { warrantyEnd, warrantyStateAt } from '@sweepline/contract';
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import { alarms } from '../../../apps/server/src/entities/alarms/alarm-table.ts';
import { devices } from '../../../apps/server/src/entities/devices/device-table.ts';
import { accounts } from '../../../apps/server/src/entities/people/account-table.ts';
import {
  workOrderEvents,
  workOrderNotes,
} from '../../../apps/server/src/entities/service/work-order-event-table.ts';
import {
  workOrderNumbers,
  workOrders,
  type WorkOrderRow,
} from '../../../apps/server/src/entities/service/work-order-table.ts';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';
import { newId } from '../../../apps/server/src/platform/runtime/ids.ts';
import type { CompanyKey } from '../people.ts';
import { orderCases, type Step, type OrderCase } from './work-order-cases.ts';

const hourMs = 3_600_000;
type Account = typeof accounts.$inferSelect;

interface Build {
  db: Tx;
  nowMs: number;
  companyIds: Record<CompanyKey, string>;
  people: ReadonlyMap<string, Account>;
  /** The last number of each company. */
  numbers: Map<string, number>;
  /** The ids of the orders built so far, by name. */
  built: Map<string, { id: string; number: string }>;
}

/** Builds work orders in every state, each with its history. */
export async function buildWorkOrders(
  db: Tx,
  now: () => Date,
  companyIds: Record<CompanyKey, string>,
): Promise<void> {
  const rows = await db.select().from(accounts);
  const build: Build = {
    db,
    nowMs: now().getTime(),
    companyIds,
    people: new Map(rows.map((row) => [row.username, row])),
    numbers: new Map(),
    built: new Map(),
  };
  for (const orderCase of orderCases.toSorted((a, b) => b.hoursAgo - a.hoursAgo))
    await buildOrder(build, orderCase);
  const year = now().getUTCFullYear();
  await db
    .insert(workOrderNumbers)
    .values([...build.numbers].map(([companyId, last]) => ({ companyId, year, last })));
}

const iso = (ms: number) => new Date(ms).toISOString();

function personOf({ people }: Build, username: string): Account {
  const person = people.get(username);
  if (!person) throw new Error(`The demo world has no account ${username}.`);
  return person;
}

async function deviceOf({ db, companyIds, numbers }: Build, { company, ofAlarm }: OrderCase) {
  const companyId = companyIds[company];
  const own = await db
    .select()
    .from(devices)
    .where(eq(devices.companyId, companyId))
    .orderBy(asc(devices.sn));
  if (!ofAlarm) return { device: own[(numbers.get(companyId) ?? 0) % own.length], alarm: undefined };
  const ids = own.map(({ id }) => id);
  const [alarm] = await db
    .select()
    .from(alarms)
    .where(and(inArray(alarms.deviceId, ids), eq(alarms.companyId, companyId)))
    .orderBy(desc(alarms.raisedAt), desc(alarms.id))
    .limit(1);
  return { device: own.find(({ id }) => id === alarm?.deviceId) ?? own[0], alarm };
}

async function buildOrder(build: Build, orderCase: OrderCase): Promise<void> {
  const { db, nowMs, companyIds, numbers, built } = build;
  const { company, name, by, hoursAgo, steps, ofAlarm: _alarm, ...fields } = orderCase;
  const companyId = companyIds[company];
  const { device, alarm } = await deviceOf(build, orderCase);
  const last = (numbers.get(companyId) ?? 0) + 1;
  numbers.set(companyId, last);
  const startMs = nowMs - hoursAgo * hourMs;
  const number = `${new Date(nowMs).getUTCFullYear()}-${String(last).padStart(6, '0')}`;
  const columns: Partial<WorkOrderRow> = { state: 'SUBMITTED' };
  for (const step of steps) Object.assign(columns, columnsOf(build, step, startMs, columns));
  const id = newId();
  built.set(name, { id, number });
  const updatedAt = iso(startMs + (steps.at(-1)?.hours ?? 0) * hourMs);
  const publisher = personOf(build, by);
  await db.insert(workOrders).values({
    ...fields,
    id,
    name,
    number,
    companyId,
    origin: alarm ? 'ALARM' : 'PERSON',
    ...(device && ofDevice(device, startMs)),
    ...(alarm && { alarmId: alarm.id, alarmCode: alarm.code }),
    publisherId: publisher.id,
    submittedAt: iso(startMs),
    updatedAt,
    updatedBy: steps.at(-1)?.by ?? by,
    ...columns,
  });
  const submitted: Step = { kind: 'SUBMITTED', hours: 0, by, text: orderCase.description };
  for (const step of [submitted, ...steps]) await record(build, { id, companyId, startMs }, step);
}

function ofDevice(device: typeof devices.$inferSelect, atMs: number) {
  const { id, sn, nickname, model, siteId, warrantyFrom, warrantyUntil, warrantyExtendedUntil } = device;
  const warranty = warrantyUntil && {
    from: warrantyFrom,
    until: warrantyUntil,
    extendedUntil: warrantyExtendedUntil,
  };
  return {
    deviceId: id,
    deviceSn: sn,
    deviceName: nickname || sn,
    deviceModel: model,
    siteId,
    ...(warranty && {
      warranty: warrantyStateAt(warranty, new Date(atMs)),
      warrantyUntil: warrantyEnd(warranty),
    }),
  };
}

/** What a step changes in the row of the order. */
function columnsOf(
  build: Build,
  step: Step,
  startMs: number,
  row: Partial<WorkOrderRow>,
): Partial<WorkOrderRow> {
  const at = iso(startMs + step.hours * hourMs);
  const { text = '' } = step;
  switch (step.kind) {
    case 'DISPATCHED': {
      const assignee = personOf(build, step.to ?? '');
      const visitMs = step.visitInHours === undefined ? null : build.nowMs + step.visitInHours * hourMs;
      return {
        state: 'PROCESSING',
        assigneeId: assignee.id,
        assigneeNumber: assignee.phone,
        dispatchedAt: row.dispatchedAt ?? at,
        respondedAt: row.respondedAt ?? at,
        appointmentFrom: visitMs === null ? null : iso(visitMs),
        appointmentUntil: visitMs === null ? null : iso(visitMs + 2 * hourMs),
      };
    }
    case 'WAITING':
      return { waitingFor: step.waitingFor ?? null, waitingSince: at };
    case 'RESOLVED':
    case 'MERGED':
      return resolvedBy(build, step, at, row);
    case 'VERIFIED':
      return { verification: 'VERIFIED', verificationObstacle: null, verifiedAt: at };
    case 'REOPENED':
      return {
        state: 'PROCESSING',
        reopenedCount: (row.reopenedCount ?? 0) + 1,
        resolution: null,
        resolutionText: '',
        resolvedAt: null,
        resolvedById: null,
        verification: null,
        verificationObstacle: null,
      };
    case 'RATED':
      return { rating: step.rating ?? null, ratingText: text, ratedAt: at };
    default:
      return {};
  }
}

function resolvedBy(build: Build, step: Step, at: string, row: Partial<WorkOrderRow>): Partial<WorkOrderRow> {
  const resolution = step.kind === 'MERGED' ? 'DUPLICATE' : (step.resolution ?? 'FIXED');
  const isRepair = resolution === 'FIXED' || resolution === 'WORKAROUND';
  return {
    state: 'RESOLVED',
    resolution,
    resolutionText: step.text ?? '',
    resolvedAt: at,
    resolvedById: personOf(build, step.by ?? '').id,
    respondedAt: row.respondedAt ?? at,
    verification: isRepair ? 'WAITING' : 'NOT_POSSIBLE',
    verificationObstacle: isRepair ? null : 'NOTHING_REPAIRED',
    ...(step.into && { mergedIntoId: build.built.get(step.into)?.id ?? null }),
  };
}

/** The event of a step, or an internal note, which belongs to the writer's company. */
async function record(
  build: Build,
  { id, companyId, startMs }: { id: string; companyId: string; startMs: number },
  { kind, hours, by, to, text = '', isInternal, waitingFor, resolution, rating, into }: Step,
): Promise<void> {
  const at = iso(startMs + hours * hourMs);
  const writer = by === undefined ? null : personOf(build, by);
  if (isInternal && writer) {
    const note = { orderId: id, companyId: writer.companyId, at, byId: writer.id, text };
    await build.db.insert(workOrderNotes).values(note);
    return;
  }
  const assignee = to === undefined ? null : personOf(build, to);
  await build.db.insert(workOrderEvents).values({
    orderId: id,
    companyId,
    kind,
    at,
    byId: writer?.id ?? null,
    text,
    changes: {
      ...(assignee && { assigneeId: assignee.id }),
      ...(waitingFor && { waitingFor }),
      ...(resolution && { resolution }),
      ...(rating && { rating: String(rating) }),
      ...(into && { into: build.built.get(into)?.number ?? '' }),
    },
  });
}
