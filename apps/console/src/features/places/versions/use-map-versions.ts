import { mapVersionCalls } from '@sweepline/contract';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '../../../kit/api/api.ts';

const pageSize = 50;

/** The versions of a map, the newest first; `older` exists while there are more of them. */
export function useMapVersions(mapId: string) {
  const [pages, setPages] = useState(1);
  return useQueries({
    queries: Array.from({ length: pages }, (_, n) => ({
      ...callQuery(mapVersionCalls.list, { mapId, page: n + 1, pageSize }),
      meta: { silent: true },
    })),
    combine: (results) => {
      const all = results.flatMap(({ data }) => data?.list ?? []);
      // A version published between two page reads shifts the rows by one, so a row can appear twice.
      const rows = [...new Map(all.map((row) => [row.version, row])).values()];
      const total = results[0]?.data?.total ?? 0;
      return {
        rows,
        isRead: results[0]?.data !== undefined,
        error: results.find(({ error }) => error)?.error ?? null,
        older: total > pages * pageSize ? () => setPages(pages + 1) : undefined,
        refetch: () => Promise.all(results.map(({ refetch }) => refetch())),
      };
    },
  });
}
