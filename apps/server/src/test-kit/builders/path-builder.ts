import { gzipSync } from 'node:zlib';
import { encodeTrajectory } from '@sweepline/map-core';
import { inScope } from '../../platform/db/db.ts';
import { storeFile } from '../../platform/files/files.ts';
import type { startServer } from '../index.ts';
import { companyIds } from '../people.ts';

type Places = readonly (readonly [x: number, y: number])[];

/** Parallel lanes over the square from (2, 2) to (6, 6), every `step` metres, up to x = `upTo`. */
export const lanes = (upTo = 6, step = 0.5): Places =>
  Array.from({ length: Math.round((upTo - 2) / step) }, (_, n) => 2 + step / 2 + n * step).flatMap((x, n) => {
    const [from, to] = n % 2 === 0 ? [2, 6] : [6, 2];
    return [[x, from] as const, [x, to] as const];
  });

/** A report with its trajectory: the robot moves to the first point and cleans on its path to the others. */
export async function aDrivenReport(
  server: Awaited<ReturnType<typeof startServer>>,
  overrides: { mapId: string; startedAt: string; places?: Places; deviceId?: string },
) {
  const { mapId, startedAt, places = lanes(), deviceId } = overrides;
  const points = places.map(([x, y], n) => {
    const [fromX, fromY] = places[n - 1] ?? [x, y];
    const theta = Math.atan2(y - fromY, x - fromX);
    return { t: n * 1000, x, y, theta, cleaning: n > 0, manual: false, elevator: false };
  });
  const file = await inScope(server.db, '*', (tx) =>
    storeFile(tx, server.files, server.clock, {
      companyId: companyIds.mall,
      kind: 'TRAJECTORY',
      name: 'f',
      mediaType: 'application/gzip',
      content: gzipSync(encodeTrajectory([{ runId: 'r', mapId, t0: startedAt, points }])),
    }),
  );
  return await server.aReport({
    mapId,
    startedAt,
    endedAt: startedAt,
    receivedAt: startedAt,
    trajectoryFileId: file.id,
    ...(deviceId && { deviceId }),
  });
}
