import { taskTemplateCalls, type TaskTemplate, type Zone } from '@sweepline/contract';
import { and, asc, eq, ilike, sql } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { contains, counted, find, visible } from '../../../platform/db/page.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { copyTask, workOf } from './task-copy.ts';
import { findTask } from './task-service.ts';
import { taskTemplates } from '../../../entities/work/task-table.ts';

const templateRows = (db: Tx) =>
  db
    .select({
      template: taskTemplates,
      companyName: companies.name,
      mapName: maps.name,
      zones: sql<Zone[]>`coalesce(${maps.elements} -> 'zones', '[]')`,
    })
    .from(taskTemplates)
    .innerJoin(companies, eq(companies.id, taskTemplates.companyId))
    .innerJoin(maps, eq(maps.id, taskTemplates.mapId))
    .$dynamic();

const templateOf = ({
  template,
  zones,
  ...joined
}: Awaited<ReturnType<typeof templateRows>>[number]): TaskTemplate => ({
  ...template,
  ...joined,
  zoneNames: template.zoneIds.flatMap((id) => zones.find((zone) => zone.id === id)?.name ?? []),
});

async function readTemplate(db: Tx, id: string): Promise<TaskTemplate> {
  const [row] = await templateRows(db).where(and(eq(taskTemplates.id, id), visible(db, taskTemplates)));
  if (!row) throw new Refusal('notFound');
  return templateOf(row);
}

export const taskTemplateAnswers = answer(taskTemplateCalls, {
  list: async ({ db }, input) => {
    const where = and(
      visible(db, taskTemplates),
      input.keyword ? ilike(taskTemplates.name, contains(input.keyword)) : undefined,
      input.mapId ? eq(taskTemplates.mapId, input.mapId) : undefined,
    );
    const rows = templateRows(db).where(where).orderBy(asc(taskTemplates.name), asc(taskTemplates.id));
    const page = await paginate(input, rows, counted(db, taskTemplates, where));
    return { ...page, list: page.list.map(templateOf) };
  },

  save: async ({ db, account, now }, { taskId, name }) => {
    const task = await findTask(db, taskId);
    const { companyId } = task;
    const stamp = { createdAt: now().toISOString(), createdBy: account.username };
    const [inserted] = await db
      .insert(taskTemplates)
      .values({ id: newId(), companyId, name, ...workOf(task), ...stamp })
      .onConflictDoNothing()
      .returning({ id: taskTemplates.id });
    if (!inserted) throw wrongField('name', 'NAME_TAKEN');
    return await readTemplate(db, inserted.id);
  },

  use: async (ctx, { id, name, deviceIds }) => ({
    devices: await copyTask(ctx, await find(ctx.db, taskTemplates, id), name, deviceIds),
  }),

  remove: async ({ db }, { id }) => {
    await find(db, taskTemplates, id, { lock: true });
    await db.delete(taskTemplates).where(eq(taskTemplates.id, id));
    return {};
  },
});
