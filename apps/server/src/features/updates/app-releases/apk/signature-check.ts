import { constants, createPublicKey, verify, X509Certificate, type KeyObject } from 'node:crypto';
import type { AppCertificate } from '@sweepline/contract';
import type { ArchiveSource } from '../../../../platform/files/archive-source.ts';
import { findDirectory } from '../../../../platform/files/zip-directory.ts';
import { ApkFault } from './apk-fault.ts';
import { contentDigests, type DigestName } from './content-digest.ts';
import { readSigners, type Signer } from './signers.ts';
import { readSigningBlock } from './signing-block.ts';

interface Algorithm {
  digest: DigestName;
  isPss?: boolean;
}

/** Signature algorithms of Android by their ids, the stronger ones last. */
const algorithms: ReadonlyMap<number, Algorithm> = new Map([
  [0x0301, { digest: 'sha256' }],
  [0x0103, { digest: 'sha256' }],
  [0x0101, { digest: 'sha256', isPss: true }],
  [0x0201, { digest: 'sha256' }],
  [0x0104, { digest: 'sha512' }],
  [0x0102, { digest: 'sha512', isPss: true }],
  [0x0202, { digest: 'sha512' }],
]);

const saltLengths: Record<DigestName, number> = { sha256: 32, sha512: 64 };

interface Chosen {
  algorithm: Algorithm;
  signature: Buffer;
  contentDigest: Buffer;
}

/** The strongest signature of a signer that is known, with its hash of the content. */
function choose({ signatures, digests }: Signer): Chosen {
  for (const [id, algorithm] of [...algorithms].toReversed()) {
    const [signature, contentDigest] = [signatures.get(id), digests.get(id)];
    if (signature && contentDigest) return { algorithm, signature, contentDigest };
  }
  throw new ApkFault('APK_UNSIGNED');
}

function isSignedBy(key: KeyObject, data: Buffer, { algorithm, signature }: Chosen): boolean {
  const { digest, isPss } = algorithm;
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: saltLengths[digest] };
  return verify(digest, data, { key, ...(isPss && pss) }, signature);
}

/** Checks a signer, and answers its certificate and the hash that the content must have. */
function checkSigner(signer: Signer): Chosen & { certificate: AppCertificate } {
  const chosen = choose(signer);
  try {
    const certificate = new X509Certificate(signer.certificate);
    const key = createPublicKey({ key: signer.publicKey, format: 'der', type: 'spki' });
    if (!isSignedBy(key, signer.signedData, chosen) || !key.equals(certificate.publicKey))
      throw new ApkFault('APK_SIGNATURE_WRONG');
    const { minSdk, maxSdk } = signer;
    const sha256 = certificate.fingerprint256.replaceAll(':', '').toLowerCase();
    // The parts of a name stand on lines.
    const subject = certificate.subject.split('\n').join(', ');
    return { ...chosen, certificate: { sha256, subject, minSdk, maxSdk } };
  } catch {
    // A key or certificate that node:crypto cannot read verifies nothing.
    throw new ApkFault('APK_SIGNATURE_WRONG');
  }
}

/** The certificates of an app by versions of Android. Throws an `ApkFault` without a signature, or with one of other content. */
export async function checkSignatures(source: ArchiveSource): Promise<AppCertificate[]> {
  const directory = await findDirectory(source);
  const block = await readSigningBlock(source, directory.start);
  const signers = readSigners(block).map(checkSigner);
  if (signers.length === 0) throw new ApkFault('APK_UNSIGNED');
  const sections = {
    blockStart: block.start,
    directoryStart: directory.start,
    directoryEnd: directory.start + directory.bytes,
  };
  const names = [...new Set(signers.map(({ algorithm }) => algorithm.digest))];
  const digests = await contentDigests(source, sections, names);
  const isWhole = signers.every(({ algorithm, contentDigest }) =>
    digests.get(algorithm.digest)?.equals(contentDigest),
  );
  if (!isWhole) throw new ApkFault('APK_SIGNATURE_WRONG');
  return signers.map(({ certificate }) => certificate);
}
