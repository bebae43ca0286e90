import type { OtaPackageDetail } from '@sweepline/contract';
import { packageModels } from '@sweepline/contract';
import { useMemo } from 'react';

/** Narrows a choice of robots to the models of a package. */
export function useFitting(chosen: OtaPackageDetail | undefined) {
  const models = chosen?.models.join(' ');
  return useMemo(
    () => ({ model: packageModels.filter((model) => models === undefined || models.includes(model)) }),
    [models],
  );
}
