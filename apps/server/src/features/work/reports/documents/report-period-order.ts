import type { ReportFigures, ReportRow } from '@sweepline/contract';
import type { Grid, Point } from '@sweepline/map-core';
import type { Reader } from '../../../../platform/documents/reader-format.ts';
import type { PrintFilters } from '../report-print-table.ts';

/** A floor with the coverage of the latest runs on it. */
export interface PeriodFloor {
  name: string;
  site: string | null;
  ground: Grid;
  coverages: Uint8Array[];
  zones: Point[][];
}

/** All data of a period's document, as sent to the worker thread. */
export interface PeriodOrder {
  kind: 'PERIOD';
  reader: Reader;
  madeAt: string;
  company: string;
  /** Days of the sites in these time zones, or moments. */
  from: string;
  to: string;
  zones: string[];
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
  /** Fingerprint of all records; undefined if there are none or more than `maxPrints`. */
  sha256: string | undefined;
  floors: PeriodFloor[];
  address: string | undefined;
  /** Address to check the fingerprint against the current records. */
  checkAddress: string | undefined;
  logo: Uint8Array | undefined;
}

/** The filters of a period as the query of the list of reports. */
export function liveQuery({ deviceIds, days, ...filters }: PrintFilters): string {
  const [only, ...others] = deviceIds ?? [];
  const period = days && { from: days.from, to: days.to };
  const values = {
    ...filters,
    ...period,
    ...(only !== undefined && others.length === 0 && { deviceId: only }),
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) for (const part of [value].flat()) query.append(name, String(part));
  return query.toString();
}
