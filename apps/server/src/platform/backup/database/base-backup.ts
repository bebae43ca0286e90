import { openWire, type WireConnection } from '../wire/wire-connection.ts';
import { WireError } from '../wire/wire-messages.ts';

/** A piece of a base backup: of the archive of the data directory, or of its manifest. */
export interface BasePiece {
  of: 'archive' | 'manifest';
  bytes: Buffer;
}

/** SQLSTATEs of a PostgreSQL that grants no replication: no right, no rule for it, no process left for it, or it is switched off. */
const notGranted = new Set(['42501', '28000', '53300', '55000', '0A000', '42601']);

/** Opens the replication mode; undefined where it is not granted. Then the tables are copied instead. */
export async function openReplication(databaseUrl: string): Promise<WireConnection | undefined> {
  let wire: WireConnection | undefined;
  try {
    wire = await openWire(databaseUrl, { replication: 'database', application_name: 'sweepline backup' });
    // A role without the right is refused here already, before the server writes a checkpoint.
    for await (const _ of wire.query('IDENTIFY_SYSTEM'));
    const [level] = await wire.values('SHOW wal_level');
    const [senders] = await wire.values('SHOW max_wal_senders');
    if (level !== 'minimal' && senders !== '0') return wire;
  } catch (error) {
    if (!(error instanceof WireError) || !notGranted.has(error.code)) throw error;
  }
  wire?.close();
  return undefined;
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/**
 * Streams the whole data directory as one tar archive with the journal that makes it consistent, and PostgreSQL's manifest. The server
 * waits while the consumer does.
 */
export async function* baseBackup(
  wire: WireConnection,
  { label }: { label: string },
): AsyncGenerator<BasePiece> {
  const options = [
    `LABEL ${quoted(label)}`,
    "CHECKPOINT 'fast'",
    'WAL true',
    "MANIFEST 'yes'",
    "MANIFEST_CHECKSUMS 'SHA256'",
  ];
  let of: BasePiece['of'] = 'archive';
  let archives = 0;
  for await (const { type, body } of wire.query(`BASE_BACKUP (${options.join(', ')})`)) {
    if (type !== 'd') continue;
    const kind = String.fromCharCode(body[0] ?? 0);
    if (kind === 'n') archives += 1;
    if (archives > 1) throw new Error('the database has tablespaces outside its folder');
    if (kind === 'm') of = 'manifest';
    if (kind === 'd') yield { of, bytes: body.subarray(1) };
  }
}
