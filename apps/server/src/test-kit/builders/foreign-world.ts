import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { alarms } from '../../entities/alarms/alarm-table.ts';
import { deviceJobs } from '../../entities/devices/device-job-table.ts';
import { inScope } from '../../platform/db/db.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import { createFileStore } from '../../platform/files/files.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { builders } from './builders.ts';
import { makeDatabase } from '../database.ts';
import { aCompany, aDevice } from '../../robots/test-kit/test-gateway.ts';
import type { IdKind } from '../../robots/test-kit/test-uplink-ids.ts';
import { deviceUploads } from '../../entities/remote/device-upload-table.ts';

interface Owner {
  deviceId: string;
  companyId: string;
}

/** A company for a sending robot, a sibling robot in the same company, and a robot of another company; both have all kinds of records. */
export async function aForeignWorld() {
  const database = await makeDatabase();
  const { db } = database;
  const folder = await mkdtemp(join(tmpdir(), 'sweepline-foreign-'));
  const now = () => new Date();
  const make = builders(db, createFileStore(pathToFileURL(folder).href), now);

  const aFile = async ({ deviceId, companyId }: Owner, kind: string): Promise<string> => {
    const [at, fileId] = [now().toISOString(), newId()];
    const about = { kind, name: 'x', bytes: 2, sha256: '0'.repeat(64) };
    await inScope(db, '*', async (tx) => {
      await tx
        .insert(storedFiles)
        .values({ id: fileId, companyId, ...about, mediaType: 'application/zip', createdAt: at });
      const parts = { partSize: 2, partCount: 1, parts: {}, refId: '' };
      await tx
        .insert(deviceUploads)
        .values({ deviceId, companyId, fileId, ...about, ...parts, createdAt: at, expiresAt: at });
    });
    return fileId;
  };

  /** One record of each kind: a run with its report, an open command and others. */
  const recordsOf = async (owner: Owner): Promise<Record<IdKind, string>> => {
    const at = now().toISOString();
    const { id: map } = await make.aMap({ companyId: owner.companyId });
    const { id: task } = await make.aTask({ ...owner, mapId: map });
    const { id: run } = await make.aReport(owner);
    const { id: command } = await make.aCommand({ ...owner, status: 'SENT', type: 'job.logPull' });
    const [alarm, job] = [newId(), newId()];
    await inScope(db, '*', async (tx) => {
      await tx.insert(alarms).values({
        id: alarm,
        ...owner,
        source: 'ROBOT',
        identity: alarm,
        code: '20103',
        level: 2,
        type: '',
        text: '',
        refs: {},
        raisedAt: at,
      });
      const running = { kind: 'LOG_PULL', state: 'RUNNING', phase: 'UPLOADING' } as const;
      await tx
        .insert(deviceJobs)
        .values({ ...owner, commandId: command, jobId: job, ...running, startedAt: at, toldAt: at });
    });
    const file = await aFile(owner, 'TRAJECTORY');
    return { run, alarm, command, job, task, map, file, pushedFile: await aFile(owner, 'FILE') };
  };

  const senderCompanyId = await aCompany(db);
  const foreign = await aDevice(db, await aCompany(db));
  const sibling = await aDevice(db, senderCompanyId);
  const ids = {
    foreign: { ...(await recordsOf(foreign)), companyId: foreign.companyId, deviceId: foreign.deviceId },
    sibling: { ...(await recordsOf(sibling)), companyId: sibling.companyId, deviceId: sibling.deviceId },
  };
  // The runs are in progress, so that a starting gateway loads them into memory.
  await database.asOwner(
    (sql) =>
      sql`update runs set state = 'IN_PROGRESS', ended_at = null where id in ${sql([ids.foreign.run, ids.sibling.run])}`,
  );

  return {
    db,
    make,
    ids,
    senderCompanyId,
    recordsOf,
    asOwner: database.asOwner,
    /**
     * A digest of every table without the rows of one device and of unregistered devices, which a shared broker always has. Of the
     * shared tables it contains the rows of other companies.
     */
    rowsOfOthers: (
      deviceId: string,
      shared: readonly string[] = [],
    ): Promise<Record<string, string | null>> =>
      database.asOwner(async (sql) => {
        const tables = await sql<{ name: string; owned: boolean }[]>`
          select relname as name, exists (select from pg_attribute where attrelid = pg_class.oid
              and attname = 'device_id' and not attisdropped) as owned
          from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
            and not relispartition and relname not like 'audit%' and relname not in ('dead_letters', 'device_requests')`;
        const sums = tables.map(({ name, owned }) => {
          const own = name === 'devices' || name === 'device_live' ? 'id' : owned ? 'device_id' : undefined;
          const conditions = [
            own && `${own} is distinct from '${deviceId}'`,
            shared.includes(name) && `company_id is distinct from '${senderCompanyId}'`,
          ].filter(Boolean);
          const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
          return `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) as sum from ${name} t ${where}`;
        });
        const rows = await sql.unsafe<{ name: string; sum: string | null }[]>(sums.join(' union all '));
        return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
      }),
    close: async () => {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type ForeignWorld = Awaited<ReturnType<typeof aForeignWorld>>;
