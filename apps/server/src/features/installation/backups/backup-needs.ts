import { backupCalls } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import { needNow, needRows, needWord, type NeedSource } from '../../../entities/figures/need-source.ts';
import { installationHolds } from '../../../entities/installation/hold-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { backupPlaces, backupRuns } from '../../../entities/installation/backup-table.ts';

const provider = `(select id from ${getTableName(companies)} where type = 0 and parent_id is null limit 1)`;
const common = {
  companyId: provider,
  fixer: needWord('ADMINISTRATOR'),
  action: needWord('OPEN_BACKUPS'),
};
const lastGood = `(select max(r.ended_at) from ${getTableName(backupRuns)} r
  where r.place_id = p.id and r.what = 'BACKUP' and r.state = 'DONE')`;

/** A folder whose last good backup is older than its schedule allows, and robots that wait since a restore. */
export const backupNeeds = (): NeedSource[] => [
  {
    kind: 'BACKUP',
    allow: backupCalls.overview.allow,
    sql: needRows(
      {
        ...common,
        key: 'p.id',
        level: '4',
        since: 'coalesce(p.good_at, p.created_at)',
        reason: `case when p.good_at is null then ${needWord('BACKUP_NEVER')} else ${needWord('BACKUP_OLD')} end`,
        params: `jsonb_build_object('text', p.folder, 'until', p.good_at)`,
        name: 'p.folder',
      },
      `from (select p.*, ${lastGood} as good_at from ${getTableName(backupPlaces)} p where p.every_hours > 0) p
      where coalesce(p.good_at, p.created_at) < ${needNow} - 2 * p.every_hours * interval '1 hour'`,
    ),
  },
  {
    kind: 'BACKUP',
    allow: backupCalls.overview.allow,
    sql: needRows(
      {
        ...common,
        key: `'hold'`,
        level: '5',
        since: 'h.since',
        reason: needWord('ROBOTS_HELD'),
        params: `jsonb_build_object('until', h.backup_at)`,
        name: `''`,
      },
      `from ${getTableName(installationHolds)} h`,
    ),
  },
];
