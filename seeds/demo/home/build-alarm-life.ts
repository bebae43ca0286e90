import type { AlarmActKind } from '@sweepline/contract';
import { and, asc, eq, gte, inArray } from 'drizzle-orm';
import { alarms } from '../../../apps/server/src/entities/alarms/alarm-table.ts';
import { accounts } from '../../../apps/server/src/entities/people/account-table.ts';
import { companies } from '../../../apps/server/src/entities/people/company-table.ts';
import { alarmActs } from '../../../apps/server/src/features/alarms/alarms/alarm-act-table.ts';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';

type Alarm = typeof alarms.$inferSelect;
interface Desk {
  accountId: string;
  isGerman: boolean;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** Days with acts on alarms. */
const historyDays = 30;
/** Low water and a low battery stop no robot, so they may stay open. */
const mild = ['20103', '30101'];

const words = {
  zh: {
    comment: '已通知现场同事查看',
    result: '已到现场处理，机器人恢复工作',
    shelf: '备件已订购，下周更换',
  },
  de: {
    comment: 'Die Kollegin vor Ort sieht nach',
    result: 'Vor Ort behoben, der Roboter arbeitet wieder',
    shelf: 'Ersatzteil ist bestellt, Tausch nächste Woche',
  },
};

/** Lets the companies own, shelve, acknowledge, comment and process some of their alarms. */
export async function buildAlarmLife(db: Tx, now: () => Date): Promise<void> {
  await db.raw(
    `update alarms set told_at = arrived_at, site_id = d.site_id from devices d where d.id = alarms.device_id`,
  );
  const desks = await desksOf(db);
  const recent = await db
    .select()
    .from(alarms)
    .where(gte(alarms.raisedAt, new Date(now().getTime() - historyDays * dayMs).toISOString()))
    .orderBy(asc(alarms.raisedAt), asc(alarms.deviceId), asc(alarms.code));
  const known = recent.filter(({ companyId }) => desks.has(companyId));
  const standing = known.filter(({ code }) => mild.includes(code)).slice(-2);
  for (const [index, alarm] of known.entries()) {
    const desk = desks.get(alarm.companyId)!;
    if (standing.includes(alarm)) continue;
    if (index % 4 === 0) await process(db, alarm, desk);
    else if (index % 4 === 1) await acknowledge(db, alarm, desk);
  }
  const [shelved, owned] = standing;
  if (shelved) await shelve(db, shelved, desks.get(shelved.companyId)!, now());
  if (owned) await own(db, owned, desks.get(owned.companyId)!);
}

/** An administrator per company, who has every right there. */
async function desksOf(db: Tx): Promise<Map<string, Desk>> {
  const rows = await db
    .select({ accountId: accounts.id, companyId: accounts.companyId, region: companies.region })
    .from(accounts)
    .innerJoin(companies, eq(companies.id, accounts.companyId))
    .where(and(eq(accounts.roleType, 2), inArray(companies.type, [1, 2])))
    .orderBy(asc(accounts.username));
  return new Map(
    rows.map(({ accountId, companyId, region }) => [companyId, { accountId, isGerman: region === 'DE' }]),
  );
}

const wordsOf = ({ isGerman }: Desk) => (isGerman ? words.de : words.zh);
const after = ({ raisedAt }: Alarm, minutes: number) =>
  new Date(Date.parse(raisedAt) + minutes * minuteMs).toISOString();

type Act = [kind: AlarmActKind, minutes: number, text?: string, more?: { until?: string; ownerId?: string }];

async function act(db: Tx, alarm: Alarm, desk: Desk, acts: readonly Act[], changes: Partial<Alarm>) {
  const { id, companyId, version } = alarm;
  await db
    .update(alarms)
    .set({ ...changes, version: version + acts.filter(([kind]) => kind !== 'COMMENTED').length })
    .where(eq(alarms.id, id));
  await db.insert(alarmActs).values(
    acts.map(([kind, minutes, text = '', more = {}]) => ({
      companyId,
      alarmId: id,
      kind,
      at: after(alarm, minutes),
      byId: desk.accountId,
      text,
      ...more,
    })),
  );
}

const acknowledged = (alarm: Alarm, { accountId }: Desk) => ({
  acknowledgedAt: after(alarm, 3),
  acknowledgedById: accountId,
});

const acknowledge = (db: Tx, alarm: Alarm, desk: Desk) =>
  act(db, alarm, desk, [['ACKNOWLEDGED', 3]], acknowledged(alarm, desk));

function process(db: Tx, alarm: Alarm, desk: Desk) {
  const { comment, result } = wordsOf(desk);
  const acts: Act[] = [
    ['ACKNOWLEDGED', 3],
    ['COMMENTED', 5, comment],
    ['PROCESSED', 24, result],
  ];
  return act(db, alarm, desk, acts, {
    ...acknowledged(alarm, desk),
    processedAt: after(alarm, 24),
    processedById: desk.accountId,
    result,
  });
}

function shelve(db: Tx, alarm: Alarm, desk: Desk, now: Date) {
  const { shelf } = wordsOf(desk);
  const until = new Date(now.getTime() + 7 * dayMs).toISOString();
  const changes = { clearedAt: null, shelvedUntil: until, shelvedById: desk.accountId, shelfReason: shelf };
  return act(db, alarm, desk, [['SHELVED', 12, shelf, { until }]], changes);
}

function own(db: Tx, alarm: Alarm, desk: Desk) {
  const { comment } = wordsOf(desk);
  const acts: Act[] = [
    ['ACKNOWLEDGED', 3],
    ['ASSIGNED', 3, '', { ownerId: desk.accountId }],
    ['COMMENTED', 5, comment],
  ];
  const changes = { ...acknowledged(alarm, desk), clearedAt: null, ownerId: desk.accountId };
  return act(db, alarm, desk, acts, changes);
}
