import type { MapElements } from '@sweepline/contract';
import { closedAreas } from '@sweepline/map-core';
import { and, eq, sql } from 'drizzle-orm';
import { mapVersions } from '../../places/map-version-table.ts';
import type { Tx } from '../../../platform/db/db.ts';

/** The no-go areas of the map version of a run, or of the current map if that version is missing. */
export async function closedIn(
  db: Tx,
  { mapId, mapVersion }: { mapId: string | null; mapVersion: number | null },
  now: MapElements | undefined,
) {
  const [driven] =
    mapId && mapVersion !== null
      ? await db
          .select({ elements: mapVersions.elements })
          .from(mapVersions)
          .where(and(sql`${mapVersions.mapId}::text = ${mapId}`, eq(mapVersions.version, mapVersion)))
      : [];
  return closedAreas((driven?.elements ?? now)?.zones ?? []).map((area) => [...area]);
}
