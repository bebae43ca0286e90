import { setTimeout as pause } from 'node:timers/promises';

interface CompanyTurn {
  running: number;
  waiting: (() => void)[];
}

/** The places of all companies for one kind of work. */
export function createPlaces(maxWaitMs: number, limitOf: (companyId: string) => number) {
  const companies = new Map<string, CompanyTurn>();

  const endOf = (companyId: string, company: CompanyTurn) => () => {
    company.running -= 1;
    while (company.running < limitOf(companyId) && company.waiting.length > 0) {
      company.running += 1;
      company.waiting.shift()?.();
    }
    if (company.running === 0) companies.delete(companyId);
  };

  return {
    size: () => companies.size,
    /** Waits for a place of the company. Returns what gives it back. */
    take: async (companyId: string): Promise<() => void> => {
      const company = companies.get(companyId) ?? { running: 0, waiting: [] };
      companies.set(companyId, company);
      const hasPlace = company.running >= limitOf(companyId) && (await waitIn(company, maxWaitMs));
      if (!hasPlace) company.running += 1;
      return endOf(companyId, company);
    },
  };
}

/** Waits for a place, at most `maxWaitMs`. Returns whether one was passed on. */
async function waitIn({ waiting }: CompanyTurn, maxWaitMs: number): Promise<boolean> {
  const turn = Promise.withResolvers<void>();
  waiting.push(turn.resolve);
  const timer = new AbortController();
  await Promise.race([turn.promise, pause(maxWaitMs, undefined, { ref: false, signal: timer.signal })]);
  timer.abort();
  const place = waiting.indexOf(turn.resolve);
  if (place >= 0) waiting.splice(place, 1);
  return place < 0;
}
