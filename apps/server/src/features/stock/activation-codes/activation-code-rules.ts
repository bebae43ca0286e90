const dayMs = 24 * 3_600_000;

/** The number of days before the end of use at which notices are sent. */
export const warningDays = [60, 30, 7] as const;

/** The smallest warning step that is reached. Undefined before the first step and after the end of use. */
export function warningDue(until: string, now: Date): number | undefined {
  const daysLeft = (Date.parse(until) - now.getTime()) / dayMs;
  return daysLeft <= 0 ? undefined : warningDays.findLast((days) => daysLeft <= days);
}

/** The company ids of a path: the companies above and the company itself. */
export const companiesOn = (path: string) => path.split('/').filter(Boolean);
