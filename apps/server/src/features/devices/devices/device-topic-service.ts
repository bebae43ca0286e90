import { and } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import type { Account } from '../../../platform/calls/ctx.ts';
import type { Services } from '../../../platform/calls/services.ts';
import { inScope } from '../../../platform/db/db.ts';
import { inValues, visible } from '../../../platform/db/page.ts';

/** The topics of devices that are visible to the account; each topic is about one device. */
export async function visibleDeviceTopics(
  { db }: Pick<Services, 'db'>,
  { scope }: Account,
  topics: readonly string[],
  family: string,
): Promise<string[]> {
  const ids = topics.map((topic) => topic.slice(family.length));
  const rows = await inScope(
    db,
    scope,
    (tx) =>
      tx
        .select({ id: devices.id })
        .from(devices)
        .where(and(inValues(devices.id, ids), visible(tx, devices))),
    { readOnly: true },
  );
  return rows.map(({ id }) => family + id);
}
