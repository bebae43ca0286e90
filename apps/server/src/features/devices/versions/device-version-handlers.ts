import { deviceVersionCalls } from '@sweepline/contract';
import { and, desc, eq } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { counted, find, visible, inValues } from '../../../platform/db/page.ts';
import { deviceDocuments } from '../../../entities/devices/device-document-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { byPart, compareParts } from './device-version-rules.ts';
import { currentParts } from './device-version-service.ts';
import { deviceVersions } from '../../../entities/updates/device-version-table.ts';

/** The time of the last report of each device. */
async function reportedAt(db: Tx, deviceIds: readonly string[]): Promise<Map<string, string>> {
  const { deviceId, changedAt, kind } = deviceDocuments;
  const rows = await db
    .select({ deviceId, changedAt })
    .from(deviceDocuments)
    .where(and(inValues(deviceId, deviceIds), eq(kind, 'REPORTED'), visible(db, deviceDocuments)));
  return new Map(rows.map((row) => [row.deviceId, row.changedAt]));
}

export const deviceVersionAnswers = answer(deviceVersionCalls, {
  parts: async ({ db }, { deviceId }) => {
    const { id } = await find(db, devices, deviceId);
    const [parts, reported] = await Promise.all([currentParts(db, [id]), reportedAt(db, [id])]);
    return {
      parts: parts
        .toSorted(byPart)
        .map(({ part, version, before, at }) => ({ part, version, before, since: at })),
      reportedAt: reported.get(id) ?? null,
    };
  },

  history: async ({ db }, input) => {
    const { id: deviceId } = await find(db, devices, input.deviceId);
    const where = and(
      visible(db, deviceVersions),
      eq(deviceVersions.deviceId, deviceId),
      input.part === undefined ? undefined : eq(deviceVersions.part, input.part),
    );
    const rows = db
      .select()
      .from(deviceVersions)
      .where(where)
      .orderBy(desc(deviceVersions.at), desc(deviceVersions.id));
    return await paginate(input, rows, counted(db, deviceVersions, where));
  },

  compare: async ({ db }, input) => {
    const ids = [...new Set(input.ids)];
    const { id, nickname, sn, model } = devices;
    const rows = await db
      .select({ id, nickname, sn, model })
      .from(devices)
      .where(and(inValues(id, ids), visible(db, devices)));
    // A missing device refuses the whole comparison: a gap would look like a device without the part.
    if (rows.length < ids.length) throw new Refusal('notFound');
    const [parts, reported] = await Promise.all([currentParts(db, ids), reportedAt(db, ids)]);
    const versionsOf = (deviceId: string) =>
      Object.fromEntries(
        parts.filter((row) => row.deviceId === deviceId).map(({ part, version }) => [part, version]),
      );
    const compared = ids.flatMap((each) => rows.filter((device) => device.id === each));
    return {
      devices: compared.map((device) => ({ ...device, reportedAt: reported.get(device.id) ?? null })),
      parts: compareParts(compared.map((device) => versionsOf(device.id))),
    };
  },
});
