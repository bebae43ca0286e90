import type { appReleaseCalls, Input } from '@sweepline/contract';
import { and, desc, eq, ilike, sql } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { appInstalls, appReleases, apps } from '../../../entities/updates/app-table.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { contains, counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';

type ListInput = Input<typeof appReleaseCalls.installs>;

/** The installs of an app, or those with the build of one version; the ones that were seen last stand first. */
export async function listInstalls({ db }: Ctx, { appId, releaseId, keyword, ...page }: ListInput) {
  if (appId !== undefined) await find(db, apps, appId);
  const release = releaseId === undefined ? undefined : await find(db, appReleases, releaseId);
  const where = and(
    visible(db, appInstalls),
    appId === undefined ? undefined : eq(appInstalls.appId, appId),
    release && and(eq(appInstalls.appId, release.appId), eq(appInstalls.build, release.build)),
    keyword ? ilike(appInstalls.install, contains(keyword)) : undefined,
  );
  const isRobot = and(
    eq(apps.platform, 'ROBOT_SCREEN'),
    eq(sql`lower(${devices.sn})`, sql`lower(${appInstalls.install})`),
    visible(db, devices),
  );
  const rows = db
    .select({ row: appInstalls, device: { id: devices.id, nickname: devices.nickname } })
    .from(appInstalls)
    .innerJoin(apps, eq(apps.id, appInstalls.appId))
    .leftJoin(devices, isRobot)
    .where(where)
    .orderBy(desc(appInstalls.lastSeenAt), desc(appInstalls.id))
    .$dynamic();
  const { list, total } = await paginate(page, rows, counted(db, appInstalls, where));
  return { total, list: list.map(({ row, device }) => ({ ...row, device })) };
}
