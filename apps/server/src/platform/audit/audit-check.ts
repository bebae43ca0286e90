/** How the chain is broken: something is gone, reads otherwise than when it was sealed, does not follow, or was put there. */
type ChainFault = 'removed' | 'changed' | 'reordered' | 'inserted';

export interface ChainLink {
  seq: number;
  hash: string;
}

export interface ChainState {
  /** The last link that was walked. */
  head: ChainLink;
  /** Where it began: the beginning of all, or what was kept of a part that is gone. */
  start: ChainLink;
  links: number;
  /** The first thing that is wrong. */
  broken?: { fault: ChainFault; kind: 'entry' | 'change'; itemId: string; seq: number | null };
  /** False when the time was up before the end. */
  whole: boolean;
}

interface Walked {
  seq: string | null;
  hash: string;
  item_id: string;
  kind: 'entry' | 'change';
  fault: ChainFault | null;
}

/** Asks PostgreSQL one question; the command asks as the owner, the server as its role. */
export type Ask = <R>(text: string, parameters: readonly unknown[]) => Promise<R[]>;

const batch = 20_000;
const zero: ChainLink = { seq: 0, hash: '0'.repeat(64) };

/** Walks the whole chain from its beginning, part by part, and then looks for entries that are not in it. */
export async function checkChain(ask: Ask, inTime: () => boolean = () => true): Promise<ChainState> {
  const [anchor] = await ask<{ seq: string; hash: string }>(
    'select seq, hash from audit_anchors order by seq desc limit 1',
    [],
  );
  const start = anchor ? { seq: Number(anchor.seq), hash: anchor.hash } : zero;
  let head = start;
  while (inTime()) {
    const [found] = await ask<Walked>('select * from audit_check($1::bigint, $2::text, $3::integer)', [
      head.seq,
      head.hash,
      batch,
    ]);
    if (!found) return { ...(await withStrangers(ask)), start, head, links: head.seq - start.seq };
    const seq = Number(found.seq);
    if (found.fault) {
      const broken = { fault: found.fault, kind: found.kind, itemId: found.item_id, seq };
      return { start, head, links: head.seq - start.seq, broken, whole: true };
    }
    head = { seq, hash: found.hash };
  }
  return { start, head, links: head.seq - start.seq, whole: false };
}

/** Entries that no link speaks of and that do not wait for theirs. */
async function withStrangers(ask: Ask): Promise<Pick<ChainState, 'broken' | 'whole'>> {
  const [stranger] = await ask<{ item_id: string; kind: 'entry' | 'change' }>(
    'select * from audit_unlinked()',
    [],
  );
  if (!stranger) return { whole: true };
  return {
    whole: true,
    broken: { fault: 'inserted', kind: stranger.kind, itemId: stranger.item_id, seq: null },
  };
}
