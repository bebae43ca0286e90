import { openRunStates, type runZoneStates } from '@sweepline/contract';
import type { XReport } from '@sweepline/contract/robot';
import type { RunArea, RunRow } from '../../entities/work/run-table.ts';

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
const minDoneShare = 0.95;

/** The unfinished areas of a run, from its report if it exists, else from its progress. */
export function areasLeft(run: Facts, report: { areas: XReport['areas'] } | undefined): RunArea[] {
  const states = zoneStatesOf(run);
  return run.plan.areas.filter(({ areaId }) => {
    const reported = report?.areas.find((area) => area.areaId === areaId);
    const share = reported && reported.plannedM2 > 0 ? reported.cleanedM2 / reported.plannedM2 : undefined;
    return share === undefined ? states.get(areaId) !== 'DONE' : share < minDoneShare;
  });
}
