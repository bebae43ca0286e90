import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, test } from 'vitest';
import { ArchiveFault, type ArchiveSource } from '../../../../platform/files/archive-source.ts';
import { anAppSigner } from '../../../../test-kit/files/app-signers.ts';
import { ApkFault } from './apk-fault.ts';
import { readApk } from './apk-file.ts';
import { apkEntries, signedZip, type ApkSample, type SampleEntry, type SampleSigner } from './apk-samples.ts';
import { readBinaryXml } from './binary-xml.ts';
import { xmlSample } from './apk-sample-resources.ts';

const sourceOf = (content: Buffer): ArchiveSource => ({
  bytes: content.length,
  read: (start, end) => Promise.resolve(content.subarray(start, end)),
  open: ({ start, end } = { start: 0, end: content.length - 1 }) =>
    Readable.from([content.subarray(start, end + 1)]),
});

let first: SampleSigner;
let second: SampleSigner;
beforeAll(async () => {
  [first, second] = [await anAppSigner(), await anAppSigner()];
});

const sample: ApkSample = { packageId: 'com.example.screen', build: 42, version: '1.4.0', label: 'Screen' };
const apkOf = (changes: Partial<ApkSample> = {}) =>
  signedZip(apkEntries({ ...sample, ...changes }), { v2: first });
const read = (content: Buffer) => readApk(sourceOf(content));
const faultOf = async (content: Buffer) => {
  const error: unknown = await read(content).catch((caught: unknown) => caught);
  return error instanceof ApkFault ? error.code : error instanceof ArchiveFault ? error.fault : error;
};
const fingerprint = ({ certificate }: SampleSigner) => createHash('sha256').update(certificate).digest('hex');

const png = Buffer.concat([Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), Buffer.alloc(40)]);
const label = 0x7f_01_00_00;
const icon = 0x7f_02_00_00;

describe('manifest', () => {
  test('package, version and label are read, and the certificate is that of the signer', async () => {
    expect(await read(apkOf())).toMatchObject({
      packageId: 'com.example.screen',
      build: 42,
      version: '1.4.0',
      minSdk: 26,
      split: undefined,
      labels: [{ lang: '', label: 'Screen' }],
      icon: undefined,
      certificates: [{ sha256: fingerprint(first), minSdk: 24, maxSdk: null }],
    });
  });

  test('the build has two halves, of which most tools show one', async () => {
    expect((await read(apkOf({ build: 2 ** 32 + 42 }))).build).toBe(4_294_967_338);
  });

  test('a label is read in each language, through references, and the plainest one counts', async () => {
    const resources = [
      { type: 1, index: 0, value: { reference: 0x7f_01_00_01 } },
      { type: 1, index: 1, value: 'Screen' },
      { type: 1, index: 1, lang: 'de', layout: 0x40, value: 'Anzeige (klein)' },
      { type: 1, index: 1, lang: 'de', value: 'Anzeige' },
      { type: 1, index: 1, lang: 'zh', region: 'TW', value: '螢幕' },
    ];
    const { labels } = await read(apkOf({ label: { reference: label }, resources }));
    expect(labels).toEqual([
      { lang: '', label: 'Screen' },
      { lang: 'de', label: 'Anzeige' },
      { lang: 'zh-TW', label: '螢幕' },
    ]);
  });

  test('references in a circle end', async () => {
    const resources = [{ type: 1, index: 0, value: { reference: label } }];
    expect(await faultOf(apkOf({ label: { reference: label }, resources }))).toBe('APK_UNREADABLE');
  });

  test('the icon is the picture of the highest density: a drawn one is XML, whatever its name says', async () => {
    const resources = [
      { type: 2, index: 0, density: 160, value: 'res/low.png' },
      { type: 2, index: 0, density: 640, value: 'res/drawn.png' },
      { type: 2, index: 0, density: 480, value: 'res/high.png' },
    ];
    const files = [
      { name: 'res/low.png', content: png.subarray(0, 20) },
      { name: 'res/high.png', content: png },
      { name: 'res/drawn.png', content: xmlSample([]) },
    ];
    const facts = await read(apkOf({ icon, resources, files }));
    expect(facts.icon?.equals(png)).toBe(true);
  });

  test('a part of an app names itself', async () => {
    expect((await read(apkOf({ split: 'config.de' }))).split).toBe('config.de');
  });

  test.each([
    ['several apk files', [{ name: 'base.apk', content: png }], 'APK_BUNDLE'],
    ['an app bundle', [{ name: 'base/manifest/AndroidManifest.xml', content: png }], 'APK_BUNDLE'],
    ['another archive', [{ name: 'robot.img', content: png }], 'APK_NO_MANIFEST'],
    [
      'a manifest in plain text',
      [{ name: 'AndroidManifest.xml', content: Buffer.from('<manifest/>') }],
      'APK_UNREADABLE',
    ],
  ] as const)('%s is refused', async (_what, entries: readonly SampleEntry[], fault) => {
    expect(await faultOf(signedZip(entries, { v2: first }))).toBe(fault);
  });

  test('a file that is no archive is refused', async () => {
    expect(await faultOf(Buffer.alloc(100))).toBe('FORMAT');
  });

  test('a manifest that is cut anywhere is a damaged one, or a shorter one', () => {
    const [manifest] = apkEntries(sample);
    const whole = readBinaryXml(manifest!.content);
    for (let length = 8; length < manifest!.content.length; length += 1) {
      const read = () => readBinaryXml(manifest!.content.subarray(0, length));
      let elements: ReturnType<typeof read> = [];
      try {
        elements = read();
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
      expect(elements).toEqual(whole.slice(0, elements.length));
    }
  });
});

describe('signature', () => {
  test('an app with a rotated key shows each certificate with its versions of Android', async () => {
    const { certificates } = await read(signedZip(apkEntries(sample), { v2: first, v3: second }));
    expect(certificates).toMatchObject([
      { sha256: fingerprint(first), minSdk: 24, maxSdk: 27 },
      { sha256: fingerprint(second), minSdk: 28, maxSdk: null },
    ]);
  });

  test('an app without a block is unsigned', async () => {
    expect(await faultOf(signedZip(apkEntries(sample), {}))).toBe('APK_UNSIGNED');
  });

  test('one changed byte anywhere outside the names of the block is found', async () => {
    const content = apkOf({ files: [{ name: 'classes.dex', content: Buffer.alloc(500, 7) }] });
    const mark = content.indexOf('classes.dex') + 'classes.dex'.length;
    const changed = Buffer.from(content);
    changed[mark] = changed[mark]! ^ 1;
    expect(await faultOf(changed)).toBe('APK_SIGNATURE_WRONG');
  });

  test('a signature by another key than that of the certificate is refused', async () => {
    const mixed = { ...first, privateKey: second.privateKey };
    expect(await faultOf(signedZip(apkEntries(sample), { v2: mixed }))).toBe('APK_SIGNATURE_WRONG');
    const borrowed = { ...second, certificate: first.certificate };
    expect(await faultOf(signedZip(apkEntries(sample), { v2: borrowed }))).toBe('APK_SIGNATURE_WRONG');
  });
});
