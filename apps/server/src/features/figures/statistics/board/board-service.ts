import type { Tx } from '../../../../platform/db/db.ts';
import { countAssistsOnDays } from '../../../alarms/assists/assist-service.ts';
import type { Sums } from '../../../../entities/figures/figure-sums.ts';
import { readSource, type BoardFilter } from './board-query.ts';
import { noSums, type BoardSums, type OnlineSums, type StartSums } from './board-values.ts';

/** By what the figures of the board are told apart. */
export type BoardKey = 'company' | 'site' | 'device';
export const boardKeys: Record<BoardKey, string> = {
  company: 'd.company_id',
  site: 'd.site_id',
  device: 'd.device_id',
};

/** All sums of a period by company, site or robot. The key of what has no site is empty. */
export async function readBoard(
  db: Tx,
  now: Date,
  filter: BoardFilter,
  by: BoardKey,
): Promise<Map<string, BoardSums>> {
  const key = boardKeys[by];
  const [reports, starts, online, alarms, assists] = await Promise.all([
    readSource<Sums>(db, now, 'reports', filter, key),
    readSource<StartSums>(db, now, 'starts', filter, key),
    readSource<OnlineSums>(db, now, 'online', filter, key),
    readSource<{ count: number }>(db, now, 'alarms', filter, key),
    countAssistsOnDays(db, filter),
  ]);
  const board = new Map<string, BoardSums>();
  const entry = (name: string | null): BoardSums => {
    const sums = board.get(name ?? '') ?? noSums();
    board.set(name ?? '', sums);
    return sums;
  };
  for (const { key: name, ...sums } of reports) entry(name).reports = sums;
  for (const { key: name, ...sums } of starts) entry(name).starts = sums;
  for (const { key: name, ...sums } of online) entry(name).online = sums;
  for (const { key: name, count } of alarms) entry(name).alarms = count;
  for (const { companyId, siteId, deviceId, count } of assists)
    entry({ company: companyId, site: siteId, device: deviceId }[by]).assists += count;
  return board;
}
