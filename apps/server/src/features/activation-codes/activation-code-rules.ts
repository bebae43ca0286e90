const dayMs = 24 * 3_600_000;

/** Days ahead of a robot's end of use at which people are told. */
export const warningDays = [60, 30, 7] as const;

/** The warning that is due: the last one whose day has come. Undefined while it is too early, and once it is over. */
export function warningDue(until: string, now: Date): number | undefined {
  const left = (Date.parse(until) - now.getTime()) / dayMs;
  return left <= 0 ? undefined : warningDays.findLast((days) => left <= days);
}

/** The ids of a company's path: those above it, and its own. */
export const companiesOn = (path: string) => path.split('/').filter(Boolean);
