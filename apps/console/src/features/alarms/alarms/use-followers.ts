import { alarmCalls, type AlarmEntry } from '@sweepline/contract';
import { useQueries } from '@tanstack/react-query';
import { callQuery } from '../../../kit/api/api.ts';

const maxFollowers = 50;

/** The alarms of a page with the followers of the opened ones below their causes. */
export function useWithFollowers(rows: AlarmEntry[], opened: ReadonlySet<string>): AlarmEntry[] {
  const causes = rows.filter(({ id }) => opened.has(id));
  const queries = useQueries({
    queries: causes.map(({ id: causeId }) => ({
      ...callQuery(alarmCalls.list, { causeId, sort: 'raisedAt' as const, pageSize: maxFollowers }),
      meta: { silent: true },
    })),
  });
  const followers = new Map(causes.map(({ id }, n) => [id, queries[n]?.data?.list ?? []]));
  return rows.flatMap((row) => [row, ...(followers.get(row.id) ?? [])]);
}
