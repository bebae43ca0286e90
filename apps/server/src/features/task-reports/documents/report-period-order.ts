import type { ReportFigures, ReportRow } from '@sweepline/contract';
import type { Grid, Point } from '@sweepline/map-core';
import type { Reader } from '../../../platform/documents/reader-format.ts';
import type { PrintFilters } from '../report-print-table.ts';

/** A floor, and what the latest runs on it cleaned. */
export interface PeriodFloor {
  name: string;
  site: string | null;
  ground: Grid;
  coverages: Uint8Array[];
  zones: Point[][];
}

/** All that the document of a period is made of; what is sent to the thread that makes it. */
export interface PeriodOrder {
  kind: 'PERIOD';
  reader: Reader;
  madeAt: string;
  company: string;
  from: string;
  to: string;
  now: ReportFigures;
  before: ReportFigures;
  steps: { day: string; cleanedM2: number; beforeM2: number }[];
  robots: {
    name: string;
    reports: number;
    cleanedM2: number | null;
    coverage: number | null;
    seconds: number | null;
  }[];
  moreRobots: number;
  rows: ReportRow[];
  total: number;
  /** Of the records of all of them; undefined where there are none, or more than are read for it. */
  sha256: string | undefined;
  floors: PeriodFloor[];
  address: string | undefined;
  /** Where the fingerprint is held against the records of that day. */
  checkAddress: string | undefined;
  logo: Uint8Array | undefined;
}

/** The filters of a period as the list of reports has them in its address. */
export function liveQuery({ deviceIds, ...filters }: PrintFilters): string {
  const [only, ...others] = deviceIds ?? [];
  const wanted = { ...filters, ...(only !== undefined && others.length === 0 && { deviceId: only }) };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(wanted))
    if (value !== undefined) for (const one of [value].flat()) query.append(name, String(one));
  return query.toString();
}
