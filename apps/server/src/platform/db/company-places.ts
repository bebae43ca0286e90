import { setTimeout as pause } from 'node:timers/promises';

export type WorkKind = 'call' | 'bulk';

interface CompanyTurn {
  running: number;
  waiting: Record<WorkKind, (() => void)[]>;
  /** When work began to wait; since then some always waited. */
  waitingSinceMs: number;
  /** What each kind has used since then. */
  usedMs: Record<WorkKind, number>;
}

interface Options {
  maxWaitMs: number;
  now: () => number;
  /** The places of a company some of whose work has waited for `waitingMs` without a pause. */
  limitOf: (companyId: string, waitingMs: number) => number;
}

/** The places of all companies. Waiting work of the kind that has used less time goes first. */
export function createPlaces({ maxWaitMs, now, limitOf }: Options) {
  const companies = new Map<string, CompanyTurn>();
  const hasFree = (companyId: string, company: CompanyTurn) =>
    company.running < limitOf(companyId, hasWaiting(company) ? now() - company.waitingSinceMs : 0);

  const endOf = (companyId: string, company: CompanyTurn, kind: WorkKind) => {
    const beganMs = now();
    return () => {
      company.running -= 1;
      company.usedMs[kind] += now() - beganMs;
      while (hasWaiting(company) && hasFree(companyId, company)) {
        company.running += 1;
        nextOf(company)?.();
      }
      if (company.running === 0) companies.delete(companyId);
    };
  };

  return {
    size: () => companies.size,
    /** Waits for a place of the company. Returns what gives it back. */
    take: async (companyId: string, kind: WorkKind): Promise<() => void> => {
      const company = companies.get(companyId) ?? newTurn();
      companies.set(companyId, company);
      const hasPlace = !hasFree(companyId, company) && (await waitIn(company, kind));
      if (!hasPlace) company.running += 1;
      return endOf(companyId, company, kind);
    },
  };

  /** Waits for a place, at most `maxWaitMs`. Returns whether one was passed on. */
  async function waitIn(company: CompanyTurn, kind: WorkKind): Promise<boolean> {
    if (!hasWaiting(company)) Object.assign(company, { waitingSinceMs: now(), usedMs: { call: 0, bulk: 0 } });
    const waiting = company.waiting[kind];
    const turn = Promise.withResolvers<void>();
    waiting.push(turn.resolve);
    const timer = new AbortController();
    await Promise.race([turn.promise, pause(maxWaitMs, undefined, { ref: false, signal: timer.signal })]);
    timer.abort();
    const place = waiting.indexOf(turn.resolve);
    if (place >= 0) waiting.splice(place, 1);
    return place < 0;
  }
}

const newTurn = (): CompanyTurn => ({
  running: 0,
  waiting: { call: [], bulk: [] },
  waitingSinceMs: 0,
  usedMs: { call: 0, bulk: 0 },
});

const hasWaiting = ({ waiting }: CompanyTurn) => waiting.call.length + waiting.bulk.length > 0;

function nextOf({ waiting, usedMs }: CompanyTurn): (() => void) | undefined {
  const first = usedMs.bulk < usedMs.call ? 'bulk' : 'call';
  return waiting[first].shift() ?? waiting[first === 'bulk' ? 'call' : 'bulk'].shift();
}
