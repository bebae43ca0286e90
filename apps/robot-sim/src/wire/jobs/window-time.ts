/** Minutes since midnight in a time zone. */
export function minutesOfDay(nowMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
    .format(nowMs)
    .split(':');
  return Number(parts[0]) * 60 + Number(parts[1]);
}
