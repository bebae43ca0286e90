import { z } from 'zod';

/** What a package replaces: the whole robot, its software, or its screen (HMI). */
export const otaPackageTypes = ['WHOLE', 'ROBOT', 'HMI'] as const;
export type OtaPackageType = (typeof otaPackageTypes)[number];

/** A software version as a robot reports it: numbers with points, then optionally `-` and a preview, `+` and a build. */
export const otaVersion = z
  .string()
  .max(40)
  .regex(/^\d{1,6}(\.\d{1,6}){0,3}(-[0-9A-Za-z.-]{1,20})?(\+[0-9A-Za-z.-]{1,20})?$/);

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

/**
 * Orders versions as Semantic Versioning 2.0 does: by their numbers, of which missing ones are 0; of equal numbers a preview is
 * the older, and previews are compared part by part. What follows `+` does not count.
 */
export function compareOtaVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (let n = 0; n < Math.max(left.numbers.length, right.numbers.length); n++) {
    const order = compareParts(left.numbers[n] ?? '0', right.numbers[n] ?? '0');
    if (order !== 0) return order;
  }
  if (!left.preview || !right.preview) return Number(!left.preview) - Number(!right.preview);
  for (let n = 0; n < Math.min(left.preview.length, right.preview.length); n++) {
    const order = compareParts(left.preview[n]!, right.preview[n]!);
    if (order !== 0) return order;
  }
  return Math.sign(left.preview.length - right.preview.length);
}

function partsOf(version: string): { numbers: string[]; preview: string[] | undefined } {
  const [text = ''] = version.split('+');
  const [numbers = ''] = text.split('-');
  const preview = text === numbers ? undefined : text.slice(numbers.length + 1).split('.');
  return { numbers: numbers.split('.'), preview };
}

/** Numbers by their value and before words; words by their ASCII characters. */
function compareParts(a: string, b: string): number {
  const [left, right] = [a, b].map((part) =>
    /^\d+$/.test(part) ? part.replace(/^0+(?=\d)/, '') : undefined,
  );
  if (left !== undefined && right !== undefined)
    return Math.sign(left.length - right.length) || byUnits(left, right);
  return Number(left === undefined) - Number(right === undefined) || byUnits(a, b);
}

/** The text of the second signature, which allows a version below the minimum. Another text than that of the first one. */
export const canonicalOtaForce = (manifest: OtaManifest): string =>
  `force\n${canonicalOtaManifest(manifest)}`;
