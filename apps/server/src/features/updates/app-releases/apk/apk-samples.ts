import { createHash, sign, type KeyObject } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';
import {
  tableSample,
  u32,
  xmlSample,
  type SampleAttribute,
  type SampleResource,
  type SampleValue,
} from './apk-sample-resources.ts';

export interface SampleEntry {
  name: string;
  content: Buffer;
}

const u64 = (value: number) => Buffer.concat([u32(value % 2 ** 32), u32(Math.floor(value / 2 ** 32))]);
const sized = (...parts: readonly Buffer[]) => {
  const bytes = Buffer.concat(parts);
  return Buffer.concat([u32(bytes.length), bytes]);
};

/** A zip in its three parts. */
function zipParts(entries: readonly SampleEntry[]) {
  const contents: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content } of entries) {
    const packed = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), common, rest, Buffer.from(name)]));
    contents.push(local);
    at += local.length;
  }
  const [body, names] = [Buffer.concat(contents), Buffer.concat(directory)];
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(names.length, 12);
  end.writeUInt32LE(body.length, 16);
  return { body, names, end };
}

/** The hash that signature schemes v2 and v3 sign. Samples are smaller than one piece. */
function contentDigest({ body, names, end }: ReturnType<typeof zipParts>): Buffer {
  const hash = (...parts: readonly Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
  const pieces = [body, names, end].map((part) => hash(Buffer.from([0xa5]), u32(part.length), part));
  return hash(Buffer.from([0x5a]), u32(pieces.length), ...pieces);
}

/** A key with its certificate in the form DER. */
export interface SampleSigner {
  privateKey: KeyObject;
  publicKey: KeyObject;
  certificate: Buffer;
}

const ecdsaSha256 = 0x02_01;

function signerPart(digest: Buffer, signer: SampleSigner, sdks: readonly Buffer[]): Buffer {
  const digests = sized(sized(u32(ecdsaSha256), sized(digest)));
  const signedData = Buffer.concat([digests, sized(sized(signer.certificate)), ...sdks, sized()]);
  const signature = sign('sha256', signedData, signer.privateKey);
  const publicKey = signer.publicKey.export({ type: 'spki', format: 'der' });
  const signatures = sized(sized(u32(ecdsaSha256), sized(signature)));
  return sized(sized(sized(signedData), ...sdks, signatures, sized(publicKey)));
}

interface Signers {
  v2?: SampleSigner | undefined;
  v3?: SampleSigner | undefined;
}

/** Signs a zip as Android does: with a block between its contents and its directory. */
export function signedZip(entries: readonly SampleEntry[], { v2, v3 }: Signers): Buffer {
  const parts = zipParts(entries);
  const { body, names, end } = parts;
  if (!v2 && !v3) return Buffer.concat([body, names, end]);
  const digest = contentDigest(parts);
  const pair = (id: number, value: Buffer) => Buffer.concat([u64(value.length + 4), u32(id), value]);
  const pairs = Buffer.concat([
    ...(v2 ? [pair(0x71_09_87_1a, signerPart(digest, v2, []))] : []),
    ...(v3 ? [pair(0xf0_53_68_c0, signerPart(digest, v3, [u32(28), u32(0x7f_ff_ff_ff)]))] : []),
  ]);
  const size = u64(pairs.length + 24);
  const block = Buffer.concat([size, pairs, size, Buffer.from('APK Sig Block 42')]);
  const moved = Buffer.from(end);
  moved.writeUInt32LE(body.length + block.length, 16);
  return Buffer.concat([body, block, names, moved]);
}

export interface ApkSample {
  packageId: string;
  build: number;
  version: string;
  split?: string;
  label?: SampleValue;
  icon?: number;
  resources?: readonly SampleResource[];
  files?: readonly SampleEntry[];
}

const android = (resourceId: number, name: string, value: SampleValue | undefined): SampleAttribute[] =>
  value === undefined ? [] : [{ resourceId, name, value }];
const plain = (name: string, value: string | undefined) => android(0, name, value);

/** The entries of an app. */
export function apkEntries(sample: ApkSample): SampleEntry[] {
  const { packageId, build, version, split, label, icon, resources = [], files = [] } = sample;
  const major = Math.floor(build / 2 ** 32);
  const manifest = [
    ...android(0x01_01_02_1b, 'versionCode', build % 2 ** 32),
    ...android(0x01_01_05_76, 'versionCodeMajor', major > 0 ? major : undefined),
    ...android(0x01_01_02_1c, 'versionName', version),
    ...plain('package', packageId),
    ...plain('split', split),
  ];
  const application = [
    ...android(0x01_01_00_01, 'label', label),
    ...android(0x01_01_00_02, 'icon', icon === undefined ? undefined : { reference: icon }),
  ];
  const xml = xmlSample([
    { name: 'manifest', attributes: manifest },
    { name: 'uses-sdk', attributes: android(0x01_01_02_0c, 'minSdkVersion', 26) },
    { name: 'application', attributes: application },
  ]);
  return [
    { name: 'AndroidManifest.xml', content: xml },
    ...(resources.length > 0 ? [{ name: 'resources.arsc', content: tableSample(resources) }] : []),
    ...files,
  ];
}
