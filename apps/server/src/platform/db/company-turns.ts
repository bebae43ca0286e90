import { createPlaces } from './company-places.ts';
import type { Db } from './db.ts';

/** A transaction that is begun within another one of its company must not wait for that one's end for ever. Half of a call's time. */
const longestWaitMs = 10_000;
/** A company counts as active this long after its last turn began. */
const activeMs = 1_000;
/** A company saturates the server when its work has waited for this long without a pause. */
const saturatedMs = 250;

export interface TurnLimits {
  /** Connections of a company while no other one is active. */
  alone: number;
  /** Connections of a company beside others: its queries share the processors with theirs. */
  beside: number;
  /** Connections of a company that saturates the server, beside others. */
  saturated: number;
}

/** A half of the connections, and a quarter beside others: on two cores, two queries already use all of the processors. */
export const turnLimitsOf = (connections: number): TurnLimits => ({
  alone: Math.ceil(connections / 2),
  beside: Math.max(1, Math.floor(connections / 4)),
  saturated: Math.max(1, Math.floor(connections / 8)),
});

interface Options {
  maxWaitMs?: number;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
}

/**
 * Limits the connections that one company uses at once, so that the people of other companies find free ones. Returns the function
 * that begins a turn and resolves with its end. Bulk work (`isBulk`: exports, files that are read in) is done one piece at a time
 * beside other companies: it takes the processors from everybody, and the lists of its own company do not wait behind it. A company
 * that saturates the server uses half as many connections beside others, and its bulk work as much of the time as its lists. Work of
 * the program itself, without a company, does not wait.
 */
export function createCompanyTurns(
  { alone, beside, saturated }: TurnLimits,
  { maxWaitMs = longestWaitMs, now = () => performance.now() }: Options = {},
) {
  const lastTurns = createLastTurns(now);
  /** An idle company uses no memory, so all companies of the map are active. */
  const isBeside = (companyId: string) => all.size() > 1 || lastTurns.sinceAnother(companyId) < activeMs;
  const ofCalls = (companyId: string, waitingMs: number) => {
    if (!isBeside(companyId)) return alone;
    return waitingMs < saturatedMs ? beside : saturated;
  };
  const all = createPlaces({ maxWaitMs, now, limitOf: ofCalls });
  const bulk = createPlaces({ maxWaitMs, now, limitOf: (companyId) => (isBeside(companyId) ? 1 : alone) });

  return async (companyId: string | undefined, isBulk = false): Promise<() => void> => {
    if (companyId === undefined) return () => {};
    const endBulk = isBulk ? await bulk.take(companyId, 'bulk') : undefined;
    const end = await all.take(companyId, isBulk ? 'bulk' : 'call');
    lastTurns.note(companyId);
    return () => {
      end();
      endBulk?.();
    };
  };
}

/** Remembers the last turn, and the last one of another company. */
function createLastTurns(now: () => number) {
  let last = { companyId: '', atMs: -Infinity };
  let lastOfAnother = last;
  return {
    note: (companyId: string) => {
      if (last.companyId !== companyId) lastOfAnother = last;
      last = { companyId, atMs: now() };
    },
    /** Milliseconds since the last turn of any other company. */
    sinceAnother: (companyId: string) => now() - (last.companyId === companyId ? lastOfAnother : last).atMs,
  };
}
export type CompanyTurns = ReturnType<typeof createCompanyTurns>;

/** A connection of the pool in the turn of a company. */
export async function reserveInTurn(
  db: Pick<Db, 'reserve' | 'turnOf'>,
  companyId: string | undefined,
  isBulk: boolean,
) {
  const endTurn = await db.turnOf(companyId, isBulk);
  try {
    return { connection: await db.reserve(), endTurn };
  } catch (error) {
    endTurn();
    throw error;
  }
}
