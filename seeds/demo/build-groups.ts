import { inArray } from 'drizzle-orm';
import { deviceGroups } from '../../apps/server/src/entities/devices/device-group-table.ts';
import { devices } from '../../apps/server/src/entities/devices/device-table.ts';
import { accountByName } from '../../apps/server/src/entities/people/account-service.ts';
import {
  rolloutDevices,
  settingsProfiles,
  settingsRollouts,
} from '../../apps/server/src/features/devices/settings-rollouts/settings-rollout-table.ts';
import { runRollout } from '../../apps/server/src/features/devices/settings-rollouts/rollout-work.ts';
import type { Tx } from '../../apps/server/src/platform/db/db.ts';
import { newId } from '../../apps/server/src/platform/runtime/ids.ts';
import { localBus } from '../../apps/server/src/platform/socket/bus.ts';
import type { CompanyKey } from './people.ts';
import type { Robot } from './places.ts';

type Sn = Robot['sn'];

const dayMs = 86_400_000;
const hourMs = 3_600_000;

const groups: { company: CompanyKey; by: string; name: string; remark: string; sns: Sn[] }[] = [
  {
    company: 'mall',
    by: 'mall.admin',
    name: '夜班机器人',
    remark: '闭店后清洁公共区域',
    sns: ['J30C0007', 'J30C0008'],
  },
  {
    company: 'mall',
    by: 'mall.admin',
    name: '营业时间',
    remark: '低音量，避让顾客',
    sns: ['J40B0003', 'J20A0021'],
  },
  {
    company: 'airport',
    by: 'airport.admin',
    name: '候机区',
    remark: '',
    sns: ['J40B0011', 'J40B0012', 'J30C0014'],
  },
  {
    company: 'hospital',
    by: 'hospital.admin',
    name: 'Ambulanz',
    remark: 'Leise während der Sprechzeiten',
    sns: ['J30C0031', 'J20A0040'],
  },
  {
    company: 'tower',
    by: 'tower.admin',
    name: 'Etage 12',
    remark: '',
    sns: ['J30C0042', 'J20A0055'],
  },
];

type Profile = Pick<typeof settingsProfiles.$inferInsert, 'name' | 'remark' | 'model' | 'values'>;

/** Profiles with their rollouts; hours are relative to now, and positive for a planned rollout. */
const profiles: (Profile & { company: CompanyKey; by: string; sns: Sn[]; hours: number })[] = [
  {
    company: 'mall',
    by: 'mall.admin',
    name: '夜间清洁',
    remark: '闭店后：音量低，速度快',
    model: 'J30',
    values: { volume: 20, maxSpeed: 0.9, language: 'zh-cn', defaultStrength: 'STRONG' },
    sns: ['J30C0007', 'J30C0008'],
    hours: -6 * 24,
  },
  {
    company: 'airport',
    by: 'airport.admin',
    name: '客流高峰',
    remark: '慢速行驶，遇人等待',
    model: 'J40',
    values: { maxSpeed: 0.6, obstacleMode: 'WAIT_THEN_BYPASS', obstacleWaitS: 20, volume: 45 },
    sns: ['J40B0011', 'J40B0012'],
    hours: 20,
  },
  {
    company: 'hospital',
    by: 'hospital.admin',
    name: 'Leiser Betrieb',
    remark: 'Für die Sprechzeiten',
    model: 'J30',
    values: { volume: 15, language: 'ge', timezone: 'Europe/Berlin', suctionLevel: 1 },
    sns: ['J30C0031'],
    hours: -50,
  },
];

/** Creates device groups, settings profiles and rollouts; one rollout is planned, the others were sent. */
export async function buildGroups(
  db: Tx,
  now: () => Date,
  companyIds: Record<CompanyKey, string>,
): Promise<void> {
  const at = new Date(now().getTime() - 40 * dayMs).toISOString();
  for (const { company, by, sns, name, remark } of groups) {
    const [id, companyId] = [newId(), companyIds[company]];
    await db
      .insert(deviceGroups)
      .values({ id, companyId, name, remark, createdAt: at, updatedAt: at, updatedBy: by });
    await db.update(devices).set({ groupId: id }).where(inArray(devices.sn, sns));
  }
  for (const { company, by, sns, hours, ...profile } of profiles) {
    const [id, companyId] = [newId(), companyIds[company]];
    await db
      .insert(settingsProfiles)
      .values({ id, companyId, createdAt: at, updatedAt: at, updatedBy: by, ...profile });
    await buildRollout(db, now, { id, companyId, ...profile }, by, sns, hours);
  }
}

/** Sends the values of a profile to devices: in the past at once, in the future when it is due. */
async function buildRollout(
  db: Tx,
  now: () => Date,
  { id: profileId, companyId, name, model, values }: Profile & { id: string; companyId: string },
  by: string,
  sns: readonly string[],
  hours: number,
): Promise<void> {
  const planner = await accountByName(db, by);
  if (!planner) throw new Error(`No account ${by}`);
  const targets = await db.select().from(devices).where(inArray(devices.sn, sns));
  const isPlanned = hours > 0;
  const sentAt = new Date(now().getTime() + hours * hourMs);
  const [rollout] = await db
    .insert(settingsRollouts)
    .values({
      id: newId(),
      companyId,
      kind: 'PROFILE',
      state: 'SCHEDULED',
      profileId,
      profileVersion: 1,
      sourceName: name,
      model,
      values,
      dueAt: isPlanned ? sentAt.toISOString() : null,
      createdAt: (isPlanned ? now() : sentAt).toISOString(),
      accountId: planner.account.id,
      by,
    })
    .returning();
  const rows = targets.map((device) => ({
    companyId,
    rolloutId: rollout!.id,
    deviceId: device.id,
    result: 'SCHEDULED' as const,
  }));
  await db.insert(rolloutDevices).values(rows);
  const bus = localBus((error) => {
    throw error;
  });
  if (!isPlanned) await runRollout({ db, now: () => sentAt, bus }, rollout!, targets);
}
