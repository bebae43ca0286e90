import { or, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '../../platform/db/db.ts';
import { inValues, visible } from '../../platform/db/page.ts';
import { companies } from '../people/company-table.ts';
import { customAudio, isAddressed } from './custom-audio-table.ts';

/** Files of the tenant scope, and those that companies above it address to companies in it, as in the RLS policy. */
export const readableAudio = (db: Tx): SQL | undefined =>
  db.scope === '*'
    ? undefined
    : or(
        visible(db, customAudio),
        sql`${customAudio.companyId} in (select unnest(string_to_array(trim(trailing '/' from path), '/'))::uuid
          from ${companies} where ${inValues(sql`${companies}.id`, db.scope)} and ${sql.raw(isAddressed)})`,
      );
