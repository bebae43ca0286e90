import { reportFigureCalls, type ReportDetail } from '@sweepline/contract';
import type { Coverage } from '@sweepline/map-core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useContext, useMemo, useState } from 'react';
import { callQuery } from '../../../../kit/api/api.ts';
import { readCoverage } from '../../../../map-view/layers/coverage-layer.ts';
import { Trace } from '../../../../map-view/paint/trace.ts';
import { countRuns } from '../report-rules.ts';
import { ReportSourceContext } from '../report-source.ts';

/** More pictures than this add no information and load slowly. */
const maxPictures = 5;

/** The cleaned areas of the task's earlier runs laid over each other, loaded on request. */
export function useOverlay(report: ReportDetail) {
  const source = useContext(ReportSourceContext);
  const [on, setOn] = useState(false);
  const { data } = useQuery({
    ...callQuery(reportFigureCalls.earlier, { id: report.id }),
    enabled: !source.shared && report.taskId !== null,
    meta: { silent: true },
  });
  const earlier = data?.list ?? [];
  const pictures = [report.coverage?.file, ...earlier.map(({ coverageFile }) => coverageFile)]
    .filter((file) => typeof file === 'string')
    .slice(0, maxPictures);
  const place = report.coverage;
  const read = useQueries({
    queries: pictures.map((file) => ({
      queryKey: ['report-coverage', file],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Coverage> =>
        readCoverage(new Blob([await source.file(file, signal)]), {
          resolution: place?.resolution ?? 0.1,
          originX: place?.originX ?? 0,
          originY: place?.originY ?? 0,
        }),
      enabled: on,
      staleTime: Infinity,
      meta: { silent: true },
    })),
    combine: (results) => results.flatMap(({ data: coverage }) => (coverage ? [coverage] : [])),
  });
  const coverage = useMemo(() => (on ? countRuns(read) : undefined), [on, read]);
  const trace = useMemo(() => coverage && new Trace([], { coverage }), [coverage]);
  return { earlier, on, setOn, possible: pictures.length > 1, count: read.length, trace };
}
