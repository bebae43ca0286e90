import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { eq } from 'drizzle-orm';
import { commands } from '../../apps/server/src/entities/devices/command-table.ts';
import { devices } from '../../apps/server/src/entities/devices/device-table.ts';
import { deviceLogs } from '../../apps/server/src/entities/remote/device-log-table.ts';
import { zipStream } from '../../apps/server/src/platform/documents/zip-stream.ts';
import { createDb, inScope } from '../../apps/server/src/platform/db/db.ts';
import { createFileStore, storeFile } from '../../apps/server/src/platform/files/files.ts';
import { newId } from '../../apps/server/src/platform/runtime/ids.ts';
import { signedPath } from '../../apps/server/src/robots/device-http/signed-files.ts';
import { companyId, seedManyDevices } from '../../seeds/many-devices.ts';

export const token = 'token of the bench of transfers';
const secretHash = 'f'.repeat(64);
const company = companyId(1);
const now = () => new Date();

interface World {
  url: string;
  /** The folder of the server's state. */
  dataDir: string;
  robots: number;
  /** The file that each robot downloads. */
  file: string;
  /** Sizes of the logs of one robot, unpacked. */
  logs: readonly number[];
}

/** A fleet with an open transfer to each robot, and the logs of one robot. */
export async function createWorld({ url, dataDir, robots, file, logs }: World) {
  const fleet = { devices: robots + 20, companies: 3, large: robots, equal: { companies: 1, devices: 8 } };
  await seedManyDevices(url, { ...fleet, password: 'bench-of-transfers', tokenOf: (n) => `${token} ${n}` });
  const db = createDb(url, { connections: 2 });
  const files = createFileStore(pathToFileURL(join(dataDir, 'files')).href);
  await files.ready();
  const fleetRows = await inScope(db, '*', async (tx) => {
    await tx.update(devices).set({ binding: 'ACTIVATED', secretHash }).where(eq(devices.companyId, company));
    return await tx.select().from(devices).where(eq(devices.companyId, company));
  });
  const pushed = await inScope(db, '*', (tx) =>
    storeFile(tx, files, now, fileOf('FILE', 'bench.bin', createReadStream(file))),
  );
  await inScope(db, '*', (tx) =>
    tx.insert(commands).values(fleetRows.map(({ id }) => pushOf(id, pushed.id))),
  );
  const [robot] = fleetRows;
  if (!robot) throw new Error('the bench has no robots');
  for (const bytes of logs)
    await inScope(db, '*', async (tx) => {
      const content = zipStream([{ name: 'system.log', content: lines(bytes) }]);
      const { id: fileId } = await storeFile(tx, files, now, fileOf('LOG', 'logs.zip', content));
      await tx.insert(deviceLogs).values(logOf(robot.id, fileId));
    });
  await files.close();
  await db.close();
  return {
    dir: `/${robot.sn}`,
    paths: fleetRows.map(({ sn }) => signedPath({ sn, secretHash }, pushed.id, Date.now())),
  };
}

const fileOf = (kind: string, name: string, content: Parameters<typeof storeFile>[3]['content']) => ({
  companyId: company,
  kind,
  name,
  mediaType: 'application/octet-stream',
  content,
});

const pushOf = (deviceId: string, fileId: string) => ({
  companyId: company,
  deviceId,
  type: 'job.filePush',
  lane: 'TRANSFER' as const,
  laneSeq: 1,
  class: 'DEFERRED' as const,
  params: { jobId: newId(), fileId },
  status: 'SUCCEEDED' as const,
  ttlMs: 10_000,
  timeoutMs: 10_000,
  by: 'bench',
  createdAt: now().toISOString(),
  expiresAt: now().toISOString(),
});

const logOf = (deviceId: string, fileId: string) => ({
  companyId: company,
  deviceId,
  commandId: newId(),
  jobId: newId(),
  source: 'RANGE' as const,
  paths: [],
  fromAt: now().toISOString(),
  toAt: now().toISOString(),
  modules: [],
  fileId,
  requestedById: newId(),
  createdAt: now().toISOString(),
});

/** Log lines, about as compressible as those of robots. */
function* lines(bytes: number) {
  for (let written = 0, n = 0; written < bytes; n += 1000) {
    const text = Array.from({ length: 1000 }, (_, i) => {
      const value = ((n + i) * 2_654_435_761) % 4_294_967_296;
      return `2030-01-01T00:00:00.000Z INFO system step ${n + i} of the drive at ${value} with ${value % 977} mm left\n`;
    }).join('');
    written += text.length;
    yield text;
  }
}
