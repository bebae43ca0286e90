import type { Input, RolloutProgress, settingsRolloutCalls, SettingsRollout } from '@sweepline/contract';
import { and, asc, desc, eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/db.ts';
import { counted, find, visible, inValues } from '../../../platform/db/page.ts';
import { deviceSections } from '../../../entities/devices/device-settings-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { progressOf } from './rollout-rules.ts';
import { rolloutDevices, settingsRollouts } from './settings-rollout-table.ts';

type Rollout = typeof settingsRollouts.$inferSelect;

/** The visible targets of these rollouts, with their current progress. */
async function targetsOf(db: Tx, rollouts: readonly Rollout[]) {
  const ids = rollouts.map(({ id }) => id);
  const canceled = new Set(rollouts.filter(({ state }) => state === 'CANCELED').map(({ id }) => id));
  const { id, nickname, sn, model } = devices;
  const rows = await db
    .select({
      device: { id, nickname, sn, model },
      row: rolloutDevices,
      section: {
        version: deviceSections.version,
        state: deviceSections.state,
        code: deviceSections.code,
        reportedVersion: deviceSections.reportedVersion,
      },
    })
    .from(rolloutDevices)
    .innerJoin(devices, eq(devices.id, rolloutDevices.deviceId))
    .leftJoin(
      deviceSections,
      and(eq(deviceSections.deviceId, devices.id), eq(deviceSections.name, 'settings')),
    )
    .where(and(inValues(rolloutDevices.rolloutId, ids), visible(db, devices)))
    .orderBy(asc(nickname), asc(id));
  return rows.map(({ device, row, section }) => {
    const progress = progressOf(row, section, canceled.has(row.rolloutId));
    const code = progress === 'FAILED' ? (section?.code ?? '') : '';
    return { rolloutId: row.rolloutId, target: { ...device, progress, code, faults: row.faults } };
  });
}

const toRollout = (rollout: Rollout, counts: Partial<Record<RolloutProgress, number>>): SettingsRollout => {
  const { id, kind, state, sourceId, profileId, sourceName, model } = rollout;
  const { dueAt, startedAt, createdAt, by, canceledBy } = rollout;
  return {
    id,
    kind,
    state,
    model,
    dueAt,
    startedAt,
    createdAt,
    by,
    canceledBy,
    counts,
    source: { id: kind === 'SYNC' ? sourceId : profileId, name: sourceName },
  };
};

const countsIn = (targets: readonly { progress: RolloutProgress }[]) => {
  const counts: Partial<Record<RolloutProgress, number>> = {};
  for (const { progress } of targets) counts[progress] = (counts[progress] ?? 0) + 1;
  return counts;
};

export async function readRollout(db: Tx, id: string) {
  const row = await find(db, settingsRollouts, id);
  const targets = (await targetsOf(db, [row])).map(({ target }) => target);
  return { rollout: toRollout(row, countsIn(targets)), values: row.values, targets };
}

/** One page of rollouts, newest first. */
export async function listRollouts(db: Tx, input: Input<(typeof settingsRolloutCalls)['list']>) {
  const where = and(
    visible(db, settingsRollouts),
    input.kind && eq(settingsRollouts.kind, input.kind),
    input.state && eq(settingsRollouts.state, input.state),
  );
  const rows = db
    .select()
    .from(settingsRollouts)
    .where(where)
    .orderBy(desc(settingsRollouts.createdAt), desc(settingsRollouts.id));
  const { list, total } = await paginate(input, rows, counted(db, settingsRollouts, where));
  const targets = Map.groupBy(await targetsOf(db, list), ({ rolloutId }) => rolloutId);
  return {
    list: list.map((row) =>
      toRollout(row, countsIn((targets.get(row.id) ?? []).map(({ target }) => target))),
    ),
    total,
  };
}
