import { generateKeyPairSync, sign, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canonicalOtaManifest,
  compareOtaVersions,
  otaManifest,
  otaVersion,
  signedOtaManifest,
  type OtaManifest,
} from './ota-manifest.ts';

const manifest: OtaManifest = {
  models: ['J40', 'J20'],
  pkgType: 'HMI',
  version: '2.1.0',
  minVersion: null,
  fromVersions: ['2.0.1', '2.0.0'],
  needs: [
    { pkgType: 'WHOLE', version: '1.0' },
    { pkgType: 'ROBOT', version: '3.4.1' },
  ],
  bytes: 1234,
  sha256: 'ab'.repeat(32),
  keyId: 'release-2026',
};

describe('canonicalOtaManifest', () => {
  test('writes the fields in the fixed order without blanks, and sorts the lists', () => {
    expect(canonicalOtaManifest(manifest)).toBe(
      '{"models":["J20","J40"],"pkgType":"HMI","version":"2.1.0","minVersion":null,"fromVersions":["2.0.0","2.0.1"],' +
        '"needs":[{"pkgType":"ROBOT","version":"3.4.1"},{"pkgType":"WHOLE","version":"1.0"}],"bytes":1234,' +
        `"sha256":"${'ab'.repeat(32)}","keyId":"release-2026"}`,
    );
  });

  test('the order of fields and lists in the input does not change the text', () => {
    const turned = Object.fromEntries(Object.entries(manifest).toReversed()) as OtaManifest;
    turned.needs = turned.needs.map(({ pkgType, version }) => ({ version, pkgType })).toReversed();
    turned.models = turned.models.toReversed();
    expect(canonicalOtaManifest(turned)).toBe(canonicalOtaManifest(manifest));
  });

  const changes: Partial<OtaManifest>[] = [
    { models: ['J20'] },
    { pkgType: 'ROBOT' },
    { version: '2.1.1' },
    { minVersion: '2.0.0' },
    { fromVersions: [] },
    { needs: [] },
    { bytes: 1235 },
    { sha256: 'cd'.repeat(32) },
    { keyId: 'release-2027' },
  ];
  test.each(changes)('a signature does not hold for %o', (change) => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const signature = sign(null, Buffer.from(canonicalOtaManifest(manifest)), privateKey);
    const holds = (it: OtaManifest) =>
      verify(null, Buffer.from(canonicalOtaManifest(it)), publicKey, signature);
    expect(signedOtaManifest.safeParse({ manifest, signature: signature.toString('base64') }).success).toBe(
      true,
    );
    expect(holds(manifest)).toBe(true);
    expect(holds({ ...manifest, ...change })).toBe(false);
  });

  test('a manifest with a field that the signature would not cover is refused', () => {
    expect(otaManifest.safeParse({ ...manifest, url: 'https://example.com' }).success).toBe(false);
  });
});

describe('compareOtaVersions', () => {
  test.each([
    ['1.9.0', '1.10.0', -1],
    ['2', '1.99.99', 1],
    ['1.2', '1.2.0', 0],
    ['1.2.0.4', '1.2.0.10', -1],
    ['1.2.0-rc1', '1.2.0', -1],
    ['1.2.0-rc1', '1.2.0-rc2', -1],
    ['1.2.0-rc.9', '1.2.0-rc.10', -1],
    ['1.2-rc.1', '1.2.0-rc.01', 0],
    ['1.2.0-rc-9', '1.2.0-rc.9', 1],
    ['1.2.0+build7', '1.2.0', 0],
    ['1.2.0-rc.1+build7', '1.2.0-rc.1+build-8', 0],
    ['1.2.0+build-7', '1.2.0', 0],
    ['1.2.0-rc.1+build7', '1.2.0', -1],
  ])('%s against %s is %i', (a, b, expected) => {
    expect(compareOtaVersions(a, b)).toBe(expected);
    expect(compareOtaVersions(b, a)).toBe(expected === 0 ? 0 : -expected);
  });

  test('the example of Semantic Versioning 2.0 is in order', () => {
    const versions = [
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0-rc.1',
      '1.0.0',
    ];
    expect(versions.toReversed().toSorted(compareOtaVersions)).toEqual(versions);
    for (const version of versions) expect(otaVersion.safeParse(version).success).toBe(true);
    expect(otaVersion.safeParse('1.0.0-rc.10+20261129').success).toBe(true);
  });

  test('is an order: three versions never form a circle', () => {
    const suffix = fc.constantFrom('', '-a', '-b', '-9', '-10', '-a.9', '-a.10', '-a.b', '-a9', '+9', '-a+9');
    const version = fc
      .tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 2 }), suffix)
      .map(([major, minor, suffix]) => `${major}.${minor}${suffix}`);
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        const [ab, bc] = [compareOtaVersions(a, b), compareOtaVersions(b, c)];
        if (ab <= 0 && bc <= 0) expect(compareOtaVersions(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });
});
