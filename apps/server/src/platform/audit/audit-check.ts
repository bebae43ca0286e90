import { getTableName } from 'drizzle-orm';
import { auditAnchors } from './audit-chain-table.ts';
/** How the chain is broken: an item is missing, its content changed, a link does not follow, or an item was added by hand. */
type ChainFault = 'removed' | 'changed' | 'reordered' | 'inserted';

export interface ChainLink {
  seq: number;
  hash: string;
}

export interface ChainState {
  /** The last link that was checked. */
  head: ChainLink;
  /** The start of the check: zero, or the anchor of a part that was dropped. */
  start: ChainLink;
  links: number;
  /** The first fault. */
  broken?: { fault: ChainFault; kind: 'entry' | 'change'; itemId: string; seq: number | null };
  /** False when the time ran out before the end. */
  whole: boolean;
}

interface CheckRow {
  seq: string | null;
  hash: string;
  item_id: string;
  kind: 'entry' | 'change';
  fault: ChainFault | null;
}

/** Runs one query. The command connects as the owner, the server as its own role. */
export type Ask = <R>(text: string, parameters: readonly unknown[]) => Promise<R[]>;

const batch = 20_000;
const zero: ChainLink = { seq: 0, hash: '0'.repeat(64) };

/** Checks the whole chain in batches from its start, then looks for items that are not in it. Stops when `inTime` is false. */
export async function checkChain(ask: Ask, inTime: () => boolean = () => true): Promise<ChainState> {
  const [anchor] = await ask<{ seq: string; hash: string }>(
    `select seq, hash from ${getTableName(auditAnchors)} order by seq desc limit 1`,
    [],
  );
  const start = anchor ? { seq: Number(anchor.seq), hash: anchor.hash } : zero;
  let head = start;
  while (inTime()) {
    const [row] = await ask<CheckRow>('select * from audit_check($1::bigint, $2::text, $3::integer)', [
      head.seq,
      head.hash,
      batch,
    ]);
    if (!row) return { ...(await findUnlinked(ask)), start, head, links: head.seq - start.seq };
    const seq = Number(row.seq);
    if (row.fault) {
      const broken = { fault: row.fault, kind: row.kind, itemId: row.item_id, seq };
      return { start, head, links: head.seq - start.seq, broken, whole: true };
    }
    head = { seq, hash: row.hash };
  }
  return { start, head, links: head.seq - start.seq, whole: false };
}

/** The first item that has no link and does not wait for one. */
async function findUnlinked(ask: Ask): Promise<Pick<ChainState, 'broken' | 'whole'>> {
  const [unlinked] = await ask<{ item_id: string; kind: 'entry' | 'change' }>(
    'select * from audit_unlinked()',
    [],
  );
  if (!unlinked) return { whole: true };
  return {
    whole: true,
    broken: { fault: 'inserted', kind: unlinked.kind, itemId: unlinked.item_id, seq: null },
  };
}
