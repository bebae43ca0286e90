import type { Input, otaTaskCalls } from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import { devices } from '../../../../entities/devices/device-table.ts';
import { companies } from '../../../../entities/people/company-table.ts';
import type { Ctx } from '../../../../platform/calls/ctx.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { inValues, visible } from '../../../../platform/db/page.ts';
import type { PreviewCache, PreviewedRobot } from './preview-cache.ts';
import { planTargets } from './target-plan.ts';

const matches = (robot: PreviewedRobot, keyword: string) =>
  [robot.sn, robot.nickname].some((text) => text.toLowerCase().includes(keyword.toLowerCase()));

/** Robots that the reader sees at this moment: one may have been sold since the preview. */
const readRobots = (db: Tx, ids: readonly string[]) =>
  db
    .select({
      id: devices.id,
      nickname: devices.nickname,
      sn: devices.sn,
      model: devices.model,
      companyName: companies.name,
    })
    .from(devices)
    .leftJoin(companies, and(eq(companies.id, devices.companyId), visible(db, { companyId: companies.id })))
    .where(and(inValues(devices.id, ids), visible(db, devices)));

/** One page of the robots of a preview, in the order of the rollout. */
export async function previewPage(
  ctx: Pick<Ctx, 'db' | 'account' | 'now'>,
  cache: PreviewCache,
  { plan, verdict, keyword, page, pageSize }: Input<typeof otaTaskCalls.previewRobots>,
) {
  const robots = cache.find(ctx, plan) ?? cache.put(ctx, plan, (await planTargets(ctx.db, plan)).targets);
  const found = robots.filter(
    (robot) => (!verdict || robot.verdict === verdict) && (!keyword || matches(robot, keyword)),
  );
  const chosen = found.slice((page - 1) * pageSize, page * pageSize);
  const rows = await readRobots(
    ctx.db,
    chosen.map(({ id }) => id),
  );
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const list = chosen.flatMap((robot) => {
    const row = rowOf.get(robot.id);
    return row ? [{ ...robot, ...row, companyName: row.companyName ?? '' }] : [];
  });
  return { total: found.length, list };
}
