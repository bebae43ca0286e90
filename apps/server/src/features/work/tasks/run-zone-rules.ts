import { openRunStates, type runZoneStates } from '@sweepline/contract';
import type { taskReports } from '../../../entities/work/report-table.ts';
import type { RunArea, RunRow } from '../../../entities/work/run-table.ts';

type ZoneState = (typeof runZoneStates)[number];
type Facts = Pick<RunRow, 'state' | 'areaIndex' | 'skipped'> & { plan: { areas: readonly RunArea[] } };

/** The state of each zone of a run from the reported progress. The robot cleans the zones in order. */
export function zoneStatesOf(run: Facts): Map<string, ZoneState> {
  const isOpen = (openRunStates as readonly string[]).includes(run.state);
  const isDone = run.state === 'SUCCESS' || run.state === 'COMPLETE';
  const stateOf = ({ areaId }: RunArea, index: number): ZoneState => {
    if (run.skipped.includes(areaId)) return 'SKIPPED';
    if (isDone || index < run.areaIndex) return 'DONE';
    if (!isOpen) return 'LEFT';
    return index === run.areaIndex && run.state !== 'WAITING' ? 'CLEANING' : 'WAITING';
  };
  return new Map(run.plan.areas.map((area, index) => [area.areaId, stateOf(area, index)]));
}

/** A zone with a smaller cleaned share is unfinished. */
export const minDoneShare = 0.95;

/** The areas of a report, measured on the map or, without that, as the robot reported them. */
type Reported = Pick<typeof taskReports.$inferSelect, 'areas' | 'measured'>;

function cleanedShare(report: Reported | undefined, areaId: string): number | undefined {
  const measured = report?.measured?.find((area) => area.areaId === areaId);
  const own = report?.areas.find((area) => area.areaId === areaId);
  const [cleanedM2, ofM2] = measured
    ? [measured.cleanedM2, measured.plannedM2 - measured.noGoM2]
    : [own?.cleanedM2 ?? 0, own?.plannedM2 ?? 0];
  return ofM2 > 0 ? cleanedM2 / ofM2 : undefined;
}

/** The unfinished areas of a run, from its report if it exists, else from its progress. A skipped area is not wanted. */
export function areasLeft(run: Facts, report: Reported | undefined): RunArea[] {
  const states = zoneStatesOf(run);
  return run.plan.areas.filter(({ areaId }) => {
    const state = states.get(areaId);
    const share = cleanedShare(report, areaId);
    if (state === 'SKIPPED') return false;
    return share === undefined ? state !== 'DONE' : share < minDoneShare;
  });
}
