import { siteCalls } from '@sweepline/contract';
import { and, asc, eq, ilike, sql } from 'drizzle-orm';
import { answer } from '../../platform/calls.ts';
import { contains, counted, pageOf, visible, windowOf } from '../../platform/page.ts';
import { companies } from '../companies/company-table.ts';
import { maps } from '../maps/map-table.ts';
import { floors, sites } from './site-table.ts';

interface Floor {
  id: string;
  name: string;
  mapId: string | null;
}

/** Floors from the ground up, each with the map that was changed last. */
const floorsOf = sql<Floor[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', ${floors.id}, 'name', ${floors.name}, 'mapId', (
    select ${maps.id} from ${maps} where ${maps.floorId} = ${floors.id} order by ${maps.updatedAt} desc limit 1
  )) order by ${floors.position}, ${floors.name})
  from ${floors} where ${floors.siteId} = ${sites.id}), '[]')`;

export const siteAnswers = answer(siteCalls, {
  list: ({ db }, input) => {
    const { limit, offset } = windowOf(input);
    const where = and(
      visible(db, sites),
      input.companyId ? eq(sites.companyId, input.companyId) : undefined,
      input.keyword ? ilike(sites.name, contains(input.keyword)) : undefined,
    );
    const { id, companyId, name, address, timezone } = sites;
    const rows = db
      .select({ id, companyId, companyName: companies.name, name, address, timezone, floors: floorsOf })
      .from(sites)
      .innerJoin(companies, eq(companies.id, companyId))
      .where(where)
      .orderBy(asc(name), asc(id));
    return pageOf(rows.limit(limit).offset(offset), counted(db, sites, where));
  },
});
