import { otaPhases, type OtaPhase } from '@sweepline/contract/robot';
import { otaFailures, type OtaFailure } from '../wire/jobs/ota-record.ts';
import { choiceIn } from './option-values.ts';

/** Failures of updates, for tests of a server. */
export interface UpdateOptions {
  otaFail: OtaFailure | undefined;
  powerCut: OtaPhase | undefined;
}

export const updateOptionsOf = (values: {
  'ota-fail'?: string | undefined;
  'power-cut'?: string | undefined;
}): UpdateOptions => ({
  otaFail: choiceIn('ota-fail', values['ota-fail'], otaFailures),
  powerCut: choiceIn('power-cut', values['power-cut'], otaPhases),
});
