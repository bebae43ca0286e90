import { models, type ModelName, type OtaPackageType } from '../robot/index.ts';
import { isKeyOf } from '../grammar/lookup.ts';
import {
  firstReleaseMoves,
  type ReleaseAct,
  type ReleaseMoves,
  type ReleaseState,
} from '../grammar/release.ts';

export const packageFormats = ['zip', 'tar.gz', 'apk'] as const;
export type PackageFormat = (typeof packageFormats)[number];

/** `WHITELIST`: only for the named robots; `ALL`: for every robot of the models. */
export const releaseScopes = ['ALL', 'WHITELIST'] as const;
export type ReleaseScope = (typeof releaseScopes)[number];

/** A package that robots may have installed is never deleted: it proves which software ran when. */
export const packageMoves: ReleaseMoves = {
  ...firstReleaseMoves,
  PUBLISHED: { UNLIST: 'UNLISTED', EXPIRE: 'EXPIRED' },
  UNLISTED: { PUBLISH: 'PUBLISHED' },
  EXPIRED: {},
};

/** Whether an act is possible in a state. */
export const packageMay = (state: ReleaseState, act: ReleaseAct): boolean =>
  packageMoves[state][act] !== undefined;

export const packageModels = Object.keys(models).filter((name): name is ModelName => isKeyOf(models, name));

/** The format that a model installs for a type of package; undefined for another vehicle. */
export function packageFormatOf(model: string, pkgType: OtaPackageType): PackageFormat | undefined {
  if (!isKeyOf(models, model)) return undefined;
  const { robot, hmi } = models[model].upgradeFormats;
  return pkgType === 'HMI' ? hmi : robot;
}

/** Largest size of a package, and of what it unpacks to: docs/protocol/files.md. */
export const maxPackageBytes = 2 * 1024 ** 3;
/** Largest number of robots in one change of a whitelist. */
export const maxWhitelistChange = 10_000;
