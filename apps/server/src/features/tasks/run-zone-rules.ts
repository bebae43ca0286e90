import { openRunStates, type runZoneStates } from '@sweepline/contract';
import type { XReport } from '@sweepline/contract/robot';
import type { RunArea, RunRow } from './run-table.ts';

type ZoneState = (typeof runZoneStates)[number];
type Facts = Pick<RunRow, 'state' | 'areaIndex' | 'skipped'> & { plan: { areas: readonly RunArea[] } };

/** How far each zone of a run is, by what the robot said: it works through them in their order. */
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

/** A zone cleaned for less than this share is left, whatever the robot did there. */
const doneFrom = 0.95;

/** The areas a run has not cleaned: by its report where there is one, else by how far it came. */
export function areasLeft(run: Facts, report: { areas: XReport['areas'] } | undefined): RunArea[] {
  const states = zoneStatesOf(run);
  return run.plan.areas.filter(({ areaId }) => {
    const told = report?.areas.find((it) => it.areaId === areaId);
    const share = told && told.plannedM2 > 0 ? told.cleanedM2 / told.plannedM2 : undefined;
    return share === undefined ? states.get(areaId) !== 'DONE' : share < doneFrom;
  });
}
