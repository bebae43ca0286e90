import type { aiImageCalls, AiImage, AiImageDetail, Input } from '@sweepline/contract';
import { and, eq, gte, isNotNull, lte, sql, type SQL } from 'drizzle-orm';
import { aiImages, aiProjects } from '../../../entities/ai/ai-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';

export const imageRows = (db: Tx) =>
  db
    .select({
      row: aiImages,
      projectName: aiProjects.name,
      classes: aiProjects.classes,
      companyName: companies.name,
      siteName: sites.name,
      deviceName: devices.nickname,
    })
    .from(aiImages)
    .innerJoin(companies, eq(companies.id, aiImages.companyId))
    .innerJoin(sites, eq(sites.id, aiImages.siteId))
    .leftJoin(aiProjects, eq(aiProjects.id, aiImages.projectId))
    .leftJoin(devices, and(eq(devices.id, aiImages.deviceId), visible(db, devices)))
    .$dynamic();
type Found = Awaited<ReturnType<typeof imageRows>>[number];

export const imageOf = ({ row, projectName, companyName, siteName, deviceName }: Found): AiImage => ({
  ...row,
  projectName,
  companyName,
  siteName,
  deviceName: deviceName ?? '',
});

type Filters = Omit<Input<typeof aiImageCalls.list>, 'page' | 'pageSize' | 'sort' | 'enablePage'>;

/** The condition of a list. */
export function matching(db: Tx, filters: Filters): SQL | undefined {
  const { projectId, siteId, deviceId, camera, classId, state, labelState, similar, from, to } = filters;
  return and(
    visible(db, aiImages),
    projectId ? eq(aiImages.projectId, projectId) : undefined,
    siteId ? eq(aiImages.siteId, siteId) : undefined,
    deviceId ? eq(aiImages.deviceId, deviceId) : undefined,
    camera ? eq(aiImages.camera, camera) : undefined,
    classId ? sql`${classId} = any(${aiImages.classIds})` : undefined,
    state ? eq(aiImages.state, state) : undefined,
    labelState ? eq(aiImages.labelState, labelState) : undefined,
    similar ? isNotNull(aiImages.similarToId) : undefined,
    from ? gte(aiImages.takenAt, from) : undefined,
    to ? lte(aiImages.takenAt, to) : undefined,
  );
}

/** A visible image with its labels, else a refusal. */
export async function readImage(db: Tx, id: string): Promise<AiImageDetail> {
  const [found] = await imageRows(db).where(and(eq(aiImages.id, id), visible(db, aiImages)));
  if (!found) throw new Refusal('notFound');
  const { shapes, note } = found.row;
  return { ...imageOf(found), classes: found.classes ?? [], shapes, note };
}
