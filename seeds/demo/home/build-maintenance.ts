import type { MaintenanceType, PlanTrigger } from '@sweepline/contract';
import { getTableName, inArray } from 'drizzle-orm';
import { devices } from '../../../apps/server/src/entities/devices/device-table.ts';
import { accountByName } from '../../../apps/server/src/entities/people/account-service.ts';
import { maintenanceRecords } from '../../../apps/server/src/entities/service/maintenance-record-table.ts';
import {
  maintenanceDues,
  maintenancePlans,
} from '../../../apps/server/src/features/service/maintenance/maintenance-plan-table.ts';
import { syncPlan } from '../../../apps/server/src/features/service/maintenance/plan-robots.ts';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';
import { newId } from '../../../apps/server/src/platform/runtime/ids.ts';
import type { CompanyKey } from '../people.ts';

const dayMs = 86_400_000;
type Language = 'zh' | 'de';

interface DemoPlan {
  company: CompanyKey;
  by: string;
  name: string;
  type: MaintenanceType;
  work: string;
  triggers: PlanTrigger[];
  /** Days since the last completion, by robot in turn: overdue, due soon and fine. */
  since: readonly number[];
  active?: boolean;
}

const days = (value: number): PlanTrigger => ({ kind: 'DAYS', value, part: null });

const plans: DemoPlan[] = [
  {
    company: 'mall',
    by: 'mall.admin',
    name: '季度检查',
    type: 'INSPECTION',
    work: '检查刷子、刮水条、传感器和急停按钮，必要时更换磨损件。',
    triggers: [days(90), { kind: 'HOURS', value: 400, part: null }],
    since: [96, 84, 30, 12],
  },
  {
    company: 'airport',
    by: 'airport.admin',
    name: '水箱与滤网清洗',
    type: 'CLEANING',
    work: '清洗清水箱、污水箱和滤网，检查密封圈。',
    triggers: [days(30), { kind: 'AREA_M2', value: 400_000, part: null }],
    since: [20, 5, 33],
  },
  {
    company: 'rhein',
    by: 'rhein.admin',
    name: 'Halbjahreswartung',
    type: 'INSPECTION',
    work: 'Bürsten, Sauglippen, Räder und Sensoren prüfen, Not-Halt testen.',
    triggers: [days(180), { kind: 'DISTANCE_KM', value: 1_500, part: null }],
    since: [172, 60, 185],
  },
  {
    company: 'rhein',
    by: 'rhein.admin',
    name: 'Hauptbürste tauschen',
    type: 'REPLACEMENT',
    work: 'Hauptbürste ersetzen und den Zähler zurücksetzen.',
    triggers: [{ kind: 'PART_DAYS', value: 14, part: 'mainBrush' }],
    since: [40],
  },
  {
    company: 'suzhou',
    by: 'suzhou.admin',
    name: '年度校准',
    type: 'CALIBRATION',
    work: '校准激光雷达与摄像头。',
    triggers: [days(365)],
    since: [120],
    active: false,
  },
];

/** Past work of people: days before now, and the words in the language of the place. */
const pastWork: {
  days: number;
  type: MaintenanceType;
  text: Record<Language, string>;
  part?: Record<Language, string>;
}[] = [
  {
    days: 310,
    type: 'INSPECTION',
    text: { zh: '年度检查，一切正常', de: 'Jahresprüfung, alles in Ordnung' },
  },
  {
    days: 214,
    type: 'REPLACEMENT',
    text: { zh: '更换刮水条', de: 'Sauglippe ersetzt' },
    part: { zh: '刮水条', de: 'Sauglippe' },
  },
  {
    days: 131,
    type: 'CALIBRATION',
    text: { zh: '校准激光雷达', de: 'Lidar kalibriert' },
  },
  {
    days: 58,
    type: 'CLEANING',
    text: { zh: '清洗滤网和污水箱', de: 'Filter und Schmutzwassertank gereinigt' },
  },
  {
    days: 9,
    type: 'REPAIR',
    text: { zh: '更换主刷电机，试运行正常', de: 'Motor der Hauptbürste ersetzt, Probelauf in Ordnung' },
    part: { zh: '主刷电机', de: 'Motor Hauptbürste' },
  },
];

type Companies = Record<CompanyKey, string>;
const authors: Partial<Record<CompanyKey, { by: string; lang: Language }>> = {
  mall: { by: 'mall.admin', lang: 'zh' },
  airport: { by: 'airport.admin', lang: 'zh' },
  hospital: { by: 'hospital.admin', lang: 'de' },
  tower: { by: 'tower.admin', lang: 'de' },
};

/** A plan whose robots are overdue, due soon or fine. The job makes the work orders at the first start. */
async function buildPlan(db: Tx, now: () => Date, companyIds: Companies, plan: DemoPlan): Promise<void> {
  const at = now().toISOString();
  const { company, by, since, active = true, ...columns } = plan;
  const [row] = await db
    .insert(maintenancePlans)
    .values({
      ...columns,
      id: newId(),
      companyId: companyIds[company],
      anchor: 'FLOATING',
      targets: { models: ['J20', 'J30', 'J40'], groupIds: [], siteIds: [], deviceIds: [] },
      level: 'GENERAL',
      leadDays: 7,
      active,
      syncAt: active ? at : null,
      createdAt: at,
      updatedAt: at,
      updatedBy: by,
    })
    .returning();
  await syncPlan(db, row!, { now, isChanged: true });
  // The meters at the last completion are the sums of the days before it.
  await db.raw(
    `update ${getTableName(maintenanceDues)} d set since = it.since, base = it.base
     from (select n.id, n.since, jsonb_strip_nulls(jsonb_build_object('HOURS', sum(w.worked_ms) / 3.6e6,
         'DISTANCE_KM', sum(w.distance_mm) / 1e6, 'AREA_M2', sum(w.cleaned_cm2) / 1e4, 'RUNS', sum(w.reports))) as base
       from (select r.id, r.device_id, $2::timestamptz - make_interval(days => ($3::int[])[1 + (row_number() over (order by v.sn) - 1) % $4]) as since
         from ${getTableName(maintenanceDues)} r join ${getTableName(devices)} v on v.id = r.device_id where r.plan_id = $1) n
       left join device_days w on w.device_id = n.device_id and w.day < n.since::date
       group by n.id, n.since) it
     where it.id = d.id`,
    [row!.id, at, since, since.length],
  );
}

/** Plans in every state, and the service books of a year. */
export async function buildMaintenance(db: Tx, now: () => Date, companyIds: Companies): Promise<void> {
  for (const plan of plans) await buildPlan(db, now, companyIds, plan);
  for (const [key, author] of Object.entries(authors)) {
    const companyId = companyIds[key as CompanyKey];
    const match = await accountByName(db, author.by);
    const robots = await db
      .select({ id: devices.id, activatedAt: devices.activatedAt })
      .from(devices)
      .where(inArray(devices.companyId, [companyId]))
      .orderBy(devices.sn);
    for (const [turn, robot] of robots.entries())
      for (const work of pastWork.filter((_, n) => (n + turn) % 2 === 0)) {
        const at = new Date(now().getTime() - (work.days + turn) * dayMs).toISOString();
        if (robot.activatedAt === null || at < robot.activatedAt) continue;
        await db.insert(maintenanceRecords).values({
          companyId,
          deviceId: robot.id,
          at,
          type: work.type,
          source: 'PERSON',
          content: work.text[author.lang],
          parts: work.part ? [{ name: work.part[author.lang], number: '', quantity: 1 }] : [],
          byId: match?.account.id ?? null,
          createdAt: at,
          updatedAt: at,
          updatedBy: author.by,
        });
      }
  }
}
