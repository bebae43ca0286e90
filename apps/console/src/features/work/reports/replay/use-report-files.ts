import type { ReportDetail } from '@sweepline/contract';
import type { Grid } from '@sweepline/map-core';
import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { readCoverage } from '../../../../map-view/layers/coverage-layer.ts';
import { ReportSourceContext } from '../report-source.ts';

/** A finished report never changes, so its path and its pictures are read once. */
const once = { staleTime: Infinity, meta: { silent: true } };

/** The stored path, floor and passes of a report. */
export function useReportFiles({ id, ground, coverage: stored }: ReportDetail) {
  const source = useContext(ReportSourceContext);
  const path = useQuery({
    queryKey: ['report-path', id],
    queryFn: ({ signal }) => source.path(id, signal),
    ...once,
  });
  const floor = useQuery({
    queryKey: ['report-ground', ground?.file],
    queryFn: async ({ signal }) => {
      if (!ground) throw new Error('no ground');
      const picture = new Blob([await source.file(ground.file, signal)]);
      return { picture, grid: await readFloor(picture, ground) };
    },
    enabled: ground !== null,
    ...once,
  });
  const passes = useQuery({
    queryKey: ['report-coverage', stored?.file],
    queryFn: async ({ signal }) => {
      if (!stored) throw new Error('no coverage');
      return readCoverage(new Blob([await source.file(stored.file, signal)]), stored);
    },
    enabled: stored !== null,
    ...once,
  });
  return { path, floor, passes };
}

/** A floor's grey picture is stored like a coverage: one pixel a cell, its grey the value. */
async function readFloor(picture: Blob, ground: NonNullable<ReportDetail['ground']>): Promise<Grid> {
  const { passes, ...raster } = await readCoverage(picture, ground);
  return { ...raster, cells: passes };
}
