import { z } from 'zod';

/** What a package replaces: the whole robot, its software, or its screen (HMI). */
export const otaPackageTypes = ['WHOLE', 'ROBOT', 'HMI'] as const;
export type OtaPackageType = (typeof otaPackageTypes)[number];

/** A software version as a robot reports it: numbers with points, then an optional suffix. */
export const otaVersion = z
  .string()
  .max(40)
  .regex(/^\d{1,6}(\.\d{1,6}){0,3}([-+][0-9A-Za-z.-]{1,20})?$/);

/** What a signature covers. The bytes alone would let an old or foreign package pass under another name. */
export const otaManifest = z.strictObject({
  /** Models of robots that may install it. */
  models: z.array(z.string().min(1).max(20)).min(1).max(10),
  pkgType: z.enum(otaPackageTypes),
  version: otaVersion,
  /** A robot that installed it refuses lower versions of this type from then on: no downgrade. Null sets no limit. */
  minVersion: otaVersion.nullable(),
  /** Versions it starts from; empty for all. */
  fromVersions: z.array(otaVersion).max(50),
  /** Lowest versions of other parts of the robot, for example of the robot software that a screen needs. */
  needs: z.array(z.strictObject({ pkgType: z.enum(otaPackageTypes), version: otaVersion })).max(3),
  bytes: z.number().int().min(1),
  /** Of the file, 64 lower-case hexadecimal digits. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Names the key of the signature, so that keys can be replaced one at a time. */
  keyId: z.string().regex(/^[0-9A-Za-z._-]{1,40}$/),
});
export type OtaManifest = z.infer<typeof otaManifest>;

/** A manifest with its signature: Ed25519 over `canonicalOtaManifest` in UTF-8, base64. */
export const signedOtaManifest = z.strictObject({
  manifest: otaManifest,
  signature: z.string().regex(/^[0-9A-Za-z+/]{86}==$/),
});
export type SignedOtaManifest = z.infer<typeof signedOtaManifest>;

const byUnits = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/**
 * The text that is signed: JSON without blanks, with the keys in this fixed order. Sign and verify its UTF-8 bytes. The lists are
 * sets, so they are sorted by UTF-16 units: their order in a form or a database does not change the signature.
 */
export const canonicalOtaManifest = (manifest: OtaManifest): string =>
  JSON.stringify({
    models: manifest.models.toSorted(byUnits),
    pkgType: manifest.pkgType,
    version: manifest.version,
    minVersion: manifest.minVersion,
    fromVersions: manifest.fromVersions.toSorted(byUnits),
    needs: manifest.needs
      .map(({ pkgType, version }) => ({ pkgType, version }))
      .toSorted((a, b) => byUnits(a.pkgType, b.pkgType) || byUnits(a.version, b.version)),
    bytes: manifest.bytes,
    sha256: manifest.sha256,
    keyId: manifest.keyId,
  });

/** Orders versions by their numbers; missing numbers are 0. Of equal numbers the one with a `-suffix` is the older. */
export function compareOtaVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (let n = 0; n < 4; n++) {
    const difference = (left.numbers[n] ?? 0) - (right.numbers[n] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  if (left.suffix === right.suffix) return 0;
  if (left.suffix === '' || right.suffix === '') return left.suffix === '' ? 1 : -1;
  return byUnits(left.suffix, right.suffix);
}

function partsOf(version: string): { numbers: number[]; suffix: string } {
  const [core = ''] = version.split(/[-+]/);
  const rest = version.slice(core.length);
  // A build after "+" does not order versions.
  return { numbers: core.split('.').map(Number), suffix: rest.startsWith('-') ? rest : '' };
}

/** The text of the second signature, which allows a version below the minimum. Another text than that of the first one. */
export const canonicalOtaForce = (manifest: OtaManifest): string =>
  `force\n${canonicalOtaManifest(manifest)}`;
