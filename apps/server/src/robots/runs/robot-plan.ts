import { counterClockwise } from '@sweepline/map-core';
import type { XReport } from '@sweepline/contract/robot';
import { and, eq } from 'drizzle-orm';
import { maps } from '../../entities/places/map-table.ts';
import type { RunArea, RunRow } from '../../entities/work/run-table.ts';
import { areaOf } from '../../entities/work/run-request.ts';
import type { tasks } from '../../entities/work/task-table.ts';
import type { Tx } from '../../platform/db/db.ts';

const maxNameLength = 64;

const isUuid = (text: string | undefined) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text ?? '');

/**
 * The plan of a run that began at the robot, taken from its report. The map gives the names and outlines of its areas. A
 * run started by the server keeps its plan.
 */
export async function planOfReport(tx: Tx, run: RunRow, report: XReport): Promise<Partial<RunRow>> {
  const [first] = report.areas;
  if (run.plan.areas.length > 0 || !first) return {};
  const zones = isUuid(first.mapId) ? await zonesOf(tx, run.companyId, first.mapId) : [];
  const areas = report.areas.map(({ areaId, plannedM2 }): RunArea => {
    const zone = zones.find(({ id }) => id === areaId);
    const polygon = zone ? counterClockwise(zone.points).map(({ x, y }): [number, number] => [x, y]) : [];
    return { areaId, name: zone?.name ?? areaId, polygon, areaM2: plannedM2 };
  });
  const { cleaningMode, strength, repetitions } = first;
  const options = {
    ...(cleaningMode && { cleaningMode }),
    ...(strength && { strength }),
    ...(repetitions && { repetitions }),
  };
  // The zones name a run without a task better than the map does.
  const name =
    run.taskId === null && zones.length > 0 ? shortened(areas.map((area) => area.name).join(', ')) : run.name;
  return { name, plan: { ...run.plan, ...options, areas }, mapId: run.mapId ?? first.mapId };
}

/** The plan of a task that a robot began by itself: as stored, with the zones of its map. */
export async function planOfTask(
  tx: Tx,
  run: RunRow,
  task: typeof tasks.$inferSelect,
): Promise<Partial<RunRow>> {
  const zones = await zonesOf(tx, run.companyId, task.mapId);
  const areas = task.zoneIds.flatMap((id) => {
    const zone = zones.find((it) => it.id === id);
    return zone ? [{ ...areaOf(zone), ...task.zoneWishes[id] }] : [];
  });
  const { cleaningMode, strength, repetitions, strategy, pattern, finish } = task;
  const plan = { ...run.plan, cleaningMode, strength, repetitions, strategy, pattern, finish, areas };
  return { plan, mapId: task.mapId, areaCount: areas.length };
}

const shortened = (name: string) =>
  name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name;

/** The name of the map of a run that began at the robot, until its report names the zones. */
export async function nameOfMap(tx: Tx, { mapId, companyId }: RunRow): Promise<string> {
  if (!mapId || !isUuid(mapId)) return '';
  const [map] = await tx
    .select({ name: maps.name })
    .from(maps)
    .where(and(eq(maps.id, mapId), eq(maps.companyId, companyId)));
  return map?.name ?? '';
}

async function zonesOf(tx: Tx, companyId: string, mapId: string) {
  const [map] = await tx
    .select({ elements: maps.elements })
    .from(maps)
    .where(and(eq(maps.id, mapId), eq(maps.companyId, companyId)));
  return map?.elements.zones ?? [];
}
