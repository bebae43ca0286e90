import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from './db.ts';

/** A transaction that is begun within another one of its company must not wait for that one's end for ever. Half of a call's time. */
const longestWaitMs = 10_000;

interface CompanyTurn {
  running: number;
  waiting: (() => void)[];
}

/**
 * Lets one company use at most `max` connections at once, so that the people of other companies find free ones. Returns the function
 * that begins a turn and resolves with its end. Work of the program itself, without a company, does not wait.
 */
export function createCompanyTurns(max: number, maxWaitMs = longestWaitMs) {
  const companies = new Map<string, CompanyTurn>();

  const endOf = (companyId: string, company: CompanyTurn) => () => {
    const next = company.waiting.shift();
    // The place passes directly to the next waiter.
    if (next) return next();
    company.running -= 1;
    // An idle company uses no memory.
    if (company.running === 0) companies.delete(companyId);
  };

  /** Waits for a place, at most `maxWaitMs`. Returns whether one was passed on. */
  const waitIn = async ({ waiting }: CompanyTurn): Promise<boolean> => {
    const turn = Promise.withResolvers<void>();
    waiting.push(turn.resolve);
    const timer = new AbortController();
    await Promise.race([turn.promise, pause(maxWaitMs, undefined, { ref: false, signal: timer.signal })]);
    timer.abort();
    const place = waiting.indexOf(turn.resolve);
    if (place >= 0) waiting.splice(place, 1);
    return place < 0;
  };

  return async (companyId: string | undefined): Promise<() => void> => {
    if (companyId === undefined) return () => {};
    const company = companies.get(companyId) ?? { running: 0, waiting: [] };
    companies.set(companyId, company);
    const hasPlace = company.running >= max && (await waitIn(company));
    if (!hasPlace) company.running += 1;
    return endOf(companyId, company);
  };
}
export type CompanyTurns = ReturnType<typeof createCompanyTurns>;

/** A connection of the pool in the turn of a company. */
export async function reserveInTurn(db: Pick<Db, 'reserve' | 'turnOf'>, companyId: string | undefined) {
  const endTurn = await db.turnOf(companyId);
  try {
    return { connection: await db.reserve(), endTurn };
  } catch (error) {
    endTurn();
    throw error;
  }
}
