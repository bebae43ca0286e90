import type { ReportFigures, ReportRow } from '@sweepline/contract';
import type { Grid, Point } from '@sweepline/map-core';
import type { Reader } from '../../platform/reader-format.ts';

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
  logo: Uint8Array | undefined;
}
