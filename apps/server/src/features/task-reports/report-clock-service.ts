/** Before this no robot of ours was made; a clock that says so was never set. */
const firstMs = Date.UTC(2000, 0);
/** A robot's clock may run ahead by less than this. */
const aheadMs = 86_400_000;
/** No run takes longer; a span beyond it says nothing about when the run began. */
const maxRunMs = 7 * 86_400_000;

/** When a run began and ended, and what the robot said where that cannot be believed. */
export interface ReportTimes {
  startedAt: string;
  endedAt: string;
  toldStartedAt: string | null;
  toldEndedAt: string | null;
}

/**
 * The times of a report that arrived `at`. A time before 2000 or more than a day ahead is the robot's clock and not the run's: the
 * report is dated by its arrival, its length kept where both times are from the same wrong clock. An end before its start is left as
 * it was told.
 */
export function reportTimes(startTime: string, endTime: string, at: string): ReportTimes {
  const [start, end, arrivedMs] = [Date.parse(startTime), Date.parse(endTime), Date.parse(at)];
  const believed = (ms: number) => ms >= firstMs && ms - arrivedMs <= aheadMs;
  const [goodStart, goodEnd] = [believed(start), believed(end)];
  const lengthMs = end - start;
  const wholeMs = goodStart === goodEnd && lengthMs >= 0 && lengthMs <= maxRunMs ? lengthMs : 0;
  const endedMs = goodEnd ? end : Math.max(arrivedMs, goodStart ? start : arrivedMs);
  const startedMs = goodStart ? start : endedMs - wholeMs;
  return {
    startedAt: new Date(startedMs).toISOString(),
    endedAt: new Date(endedMs).toISOString(),
    toldStartedAt: goodStart ? null : startTime,
    toldEndedAt: goodEnd ? null : endTime,
  };
}
