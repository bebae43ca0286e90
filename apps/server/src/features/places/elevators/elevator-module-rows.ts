import type { ElevatorModule } from '@sweepline/contract';
import { and, asc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import { elevatorModules, elevatorProjects, elevators } from '../../../entities/places/elevator-table.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';

const served = sql<ElevatorModule['elevators']>`coalesce((
  select jsonb_agg(jsonb_build_object('id', ${elevators.id}, 'name', ${elevators.name}) order by ${elevators.number})
  from ${elevators} where ${elevators.moduleId} = ${elevatorModules.id}), '[]')`;

/** Modules in the form of the contract, by number. */
export const moduleRows = (db: Tx, where: SQL | undefined) =>
  db
    .select({ ...getTableColumns(elevatorModules), projectName: elevatorProjects.name, elevators: served })
    .from(elevatorModules)
    .innerJoin(elevatorProjects, eq(elevatorProjects.id, elevatorModules.projectId))
    .where(and(visible(db, elevatorModules), where))
    .orderBy(asc(elevatorModules.number), asc(elevatorModules.id));

/** One module in the form of the contract. */
export async function readModule(db: Tx, id: string): Promise<ElevatorModule> {
  const [row] = await moduleRows(db, eq(elevatorModules.id, id));
  if (!row) throw new Refusal('notFound');
  return row;
}
