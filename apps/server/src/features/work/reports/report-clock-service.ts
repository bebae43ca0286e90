/** An earlier time is that of a clock that was never set. */
const minMs = Date.UTC(2000, 0);
/** Maximum lead of a robot's clock. */
const maxAheadMs = 86_400_000;
/** Maximum duration of a run. A longer span is not used to compute the start. */
const maxRunMs = 7 * 86_400_000;

/** Start and end of a run, with the robot's times where these are implausible. */
export interface ReportTimes {
  startedAt: string;
  endedAt: string;
  toldStartedAt: string | null;
  toldEndedAt: string | null;
}

/**
 * The times of a report that arrived `at`. A time before 2000 or more than a day ahead is from a wrong clock and is replaced by the
 * arrival. The duration is preserved if both times are from the wrong clock. An end before its start is not changed.
 */
export function reportTimes(startTime: string, endTime: string, at: string): ReportTimes {
  const [start, end, arrivedMs] = [Date.parse(startTime), Date.parse(endTime), Date.parse(at)];
  const isPlausible = (ms: number) => ms >= minMs && ms - arrivedMs <= maxAheadMs;
  const [goodStart, goodEnd] = [isPlausible(start), isPlausible(end)];
  const lengthMs = end - start;
  const durationMs = goodStart === goodEnd && lengthMs >= 0 && lengthMs <= maxRunMs ? lengthMs : 0;
  const endedMs = goodEnd ? end : Math.max(arrivedMs, goodStart ? start : arrivedMs);
  const startedMs = goodStart ? start : endedMs - durationMs;
  return {
    startedAt: new Date(startedMs).toISOString(),
    endedAt: new Date(endedMs).toISOString(),
    toldStartedAt: goodStart ? null : startTime,
    toldEndedAt: goodEnd ? null : endTime,
  };
}
