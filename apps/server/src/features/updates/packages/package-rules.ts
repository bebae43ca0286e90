import {
  fieldReason,
  packageFormatOf,
  packageMoves,
  type ReleaseAct,
  type PackageFormat,
  type ReleaseState,
} from '@sweepline/contract';
import { isModel, type OtaManifest } from '@sweepline/contract/robot';
import { Refusal, wrongField } from '../../../platform/calls/ctx.ts';

/** The state after an act. Refuses an act that is not possible in the present state, and names that state. */
export function stateAfter(state: ReleaseState, act: Exclude<ReleaseAct, 'DELETE'>): ReleaseState {
  const next = packageMoves[state][act];
  if (next === undefined || next === 'DELETED') throw stateRefusal(state);
  return next;
}

export const stateRefusal = (state: ReleaseState): Refusal =>
  new Refusal('packageState', { words: { state: fieldReason(`RELEASE_${state}`) } });

/** The one format that all models of a package install. */
export function formatFor({ models, pkgType }: Pick<OtaManifest, 'models' | 'pkgType'>): PackageFormat {
  const unknown = models.find((model) => !isModel(model));
  if (unknown !== undefined) throw wrongField('signed', 'NO_SUCH_MODEL', { model: unknown });
  const formats = new Set(models.map((model) => packageFormatOf(model, pkgType)));
  const [format, other] = formats;
  if (!format || other) throw wrongField('signed', 'MODELS_DIFFER_IN_FORMAT');
  return format;
}
