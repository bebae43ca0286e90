import type { Input, RobotSounds, VoiceRobot, VoiceRollout, voiceSetCalls } from '@sweepline/contract';
import { isQuiet, quietHoursOf, volumeAt } from '@sweepline/contract/robot';
import { and, desc, eq, sql } from 'drizzle-orm';
import {
  voiceRolloutDevices,
  voiceRollouts,
  voiceSets,
  voiceUses,
  type VoiceRolloutRow,
} from '../../../entities/brand/voice-set-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { counted, find, inValues, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { slotsNow } from './sound-rules.ts';
import { factsOf, voiceRows, type VoiceRow } from './voice-facts.ts';

const toRollout = (row: VoiceRolloutRow, robots: number): VoiceRollout => {
  const { id, state, dueAt, startedAt, createdAt, by, canceledBy } = row;
  const set = row.isOwn ? null : { id: row.setId, name: row.setName };
  return { id, state, dueAt, startedAt, createdAt, by, canceledBy, set, robots };
};

const countsOf = (db: Tx, ids: readonly string[]) =>
  db
    .select({ id: voiceRolloutDevices.rolloutId, robots: sql<number>`count(*)`.mapWith(Number) })
    .from(voiceRolloutDevices)
    .where(and(inValues(voiceRolloutDevices.rolloutId, ids), visible(db, voiceRolloutDevices)))
    .groupBy(voiceRolloutDevices.rolloutId);

export async function readVoiceRollout(db: Tx, id: string): Promise<VoiceRollout> {
  const row = await find(db, voiceRollouts, id);
  const [count] = await countsOf(db, [id]);
  return toRollout(row, count?.robots ?? 0);
}

/** One page of rollouts, newest first. */
export async function listVoiceRollouts(db: Tx, input: Input<(typeof voiceSetCalls)['rollouts']>) {
  const where = visible(db, voiceRollouts);
  const rows = db
    .select()
    .from(voiceRollouts)
    .where(where)
    .orderBy(desc(voiceRollouts.createdAt), desc(voiceRollouts.id));
  const { list, total } = await paginate(input, rows, counted(db, voiceRollouts, where));
  const ids = list.map(({ id }) => id);
  const counts = await countsOf(db, ids);
  return {
    total,
    list: list.map((row) => toRollout(row, counts.find(({ id }) => id === row.id)?.robots ?? 0)),
  };
}

/** The versions of the visible sets, to tell whether a robot has an earlier one. */
async function versionsOf(db: Tx, rows: readonly VoiceRow[]): Promise<ReadonlyMap<string, number>> {
  const ids = rows.flatMap(({ use }) => use?.setId ?? []);
  const sets = await db
    .select({ id: voiceSets.id, version: voiceSets.version })
    .from(voiceSets)
    .where(and(inValues(voiceSets.id, ids), visible(db, voiceSets)));
  return new Map(sets.map(({ id, version }) => [id, version]));
}

/** A set of a company above has no page for the reader, so only its name is told. */
function toRobot(row: VoiceRow, versions: ReadonlyMap<string, number>): VoiceRobot {
  const { device, use, state } = row;
  const { id, nickname, sn, model } = device;
  const version = use?.setId ? versions.get(use.setId) : undefined;
  return {
    id,
    nickname,
    sn,
    model,
    online: state === 'ONLINE',
    set: use && {
      id: version === undefined ? null : use.setId,
      name: use.setName,
      outdated: version !== undefined && version !== use.setVersion,
    },
    appliedAt: use?.appliedAt ?? null,
    appliedBy: version === undefined ? '' : (use?.appliedBy ?? ''),
    slots: slotsNow(factsOf(row)),
  };
}

/** One page of the robots that a set was rolled out to last. */
export async function listVoiceRobots(
  db: Tx,
  { id, ...page }: Input<(typeof voiceSetCalls)['robots']>,
): Promise<{ list: VoiceRobot[]; total: number }> {
  await find(db, voiceSets, id);
  const where = eq(voiceUses.setId, id);
  const total = db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(voiceUses)
    .innerJoin(devices, and(eq(devices.id, voiceUses.deviceId), eq(devices.companyId, voiceUses.companyId)))
    .where(and(where, visible(db, devices)))
    .then(([row]) => row?.total ?? 0);
  const found = await paginate(page, voiceRows(db, where), total);
  const versions = await versionsOf(db, found.list);
  return { list: found.list.map((row) => toRobot(row, versions)), total: found.total };
}

/** What one robot plays, and how loud it is now. */
export async function readRobotSounds(db: Tx, id: string, now: Date): Promise<RobotSounds> {
  const [row] = await voiceRows(db, eq(devices.id, id));
  if (!row) throw new Refusal('notFound');
  const { takes, settings, language } = factsOf(row);
  const quiet = quietHoursOf(settings);
  return {
    ...toRobot(row, await versionsOf(db, [row])),
    language,
    volume: typeof settings['volume'] === 'number' ? volumeAt(settings, now.getTime()) : null,
    quietHours: quiet
      ? { from: quiet.from, to: quiet.to, volume: quiet.volume, inForce: isQuiet(settings, now.getTime()) }
      : null,
    lacks: !takes,
  };
}
