import type { OtaPackageDetail } from '@sweepline/contract';
import type { Draft } from './draft.ts';

/** What every step of the form gets. */
export interface StepProps {
  draft: Draft;
  onChange: (changes: Partial<Draft>) => void;
  /** The chosen package; undefined before one is chosen and while it is read. */
  chosen: OtaPackageDetail | undefined;
}
