import { getTableName } from 'drizzle-orm';
import { auditSeals } from '../../audit/audit-chain-table.ts';
import type { BackupHead } from '../backup-head.ts';
import type { WireConnection } from '../wire/wire-connection.ts';

export interface DatabaseFacts extends Pick<BackupHead, 'schema' | 'auditHead'> {
  /** The size on the disk, with the journal that a base backup takes along. */
  bytes: number;
}

/** The journal between the begin and the end of a base backup. */
const journalBytes = 64_000_000;

/** What a head says about the database. */
export async function factsOf(values: WireConnection['values']): Promise<DatabaseFacts> {
  const [size = '0'] = await values('select pg_database_size(current_database())');
  const [schema = '0'] = await values('select max(created_at) from drizzle.__drizzle_migrations');
  const [link] = await values(
    `select seq || ':' || hash from ${getTableName(auditSeals)} order by seq desc limit 1`,
  );
  const [seq = '', hash = ''] = link?.split(':') ?? [];
  return {
    bytes: Number(size) + journalBytes,
    schema: Number(schema),
    auditHead: link ? { seq: Number(seq), hash } : null,
  };
}
