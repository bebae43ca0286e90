import type { SigningBlock } from './signing-block.ts';

/** The signature schemes of Android by the ids of their parts. Signers of v3.1 are for newer versions than those of v3. */
const schemeIds = { v2: 0x71_09_87_1a, v3: 0xf0_53_68_c0, v31: 0x1b_93_ad_61 } as const;

/** The versions of Android that read scheme v2 first, and v3 first. */
const firstSdk = { v2: 24, v3: 28 } as const;
const allSdks = 0x7f_ff_ff_ff;

export interface Signer {
  minSdk: number;
  /** Null for all newer versions. */
  maxSdk: number | null;
  /** What is signed. */
  signedData: Buffer;
  /** Hashes of the content by the algorithm of their signature. */
  digests: Map<number, Buffer>;
  signatures: Map<number, Buffer>;
  /** In the form DER; the first one signs. */
  certificate: Buffer;
  publicKey: Buffer;
}

/** Reads fields with a length before them. Throws a `RangeError` at the end. */
class Fields {
  readonly #bytes: Buffer;
  #at = 0;
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }
  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }
  number(): number {
    this.#at += 4;
    return this.#bytes.readUInt32LE(this.#at - 4);
  }
  bytes(): Buffer {
    const length = this.number();
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new RangeError('a field ends behind its part');
    this.#at = end;
    return this.#bytes.subarray(end - length, end);
  }
  list(): Buffer[] {
    const inner = new Fields(this.bytes());
    const list: Buffer[] = [];
    while (!inner.isAtEnd) list.push(inner.bytes());
    return list;
  }
  /** Pairs of an algorithm and bytes. */
  byAlgorithm(): Map<number, Buffer> {
    return new Map(
      this.list().map((pair) => {
        const fields = new Fields(pair);
        return [fields.number(), fields.bytes()] as const;
      }),
    );
  }
}

function readSigner(bytes: Buffer, hasSdks: boolean): Signer {
  const fields = new Fields(bytes);
  const signedData = fields.bytes();
  const signed = new Fields(signedData);
  const digests = signed.byAlgorithm();
  const [certificate = Buffer.alloc(0)] = signed.list();
  const [minSdk, maxSdk] = hasSdks ? [fields.number(), fields.number()] : [firstSdk.v2, allSdks];
  // Both copies of the range must be alike: only that within the signed data is protected.
  if (hasSdks && (signed.number() !== minSdk || signed.number() !== maxSdk))
    throw new RangeError('two ranges of versions');
  const signatures = fields.byAlgorithm();
  const publicKey = fields.bytes();
  return {
    minSdk,
    maxSdk: maxSdk === allSdks ? null : maxSdk,
    signedData,
    digests,
    signatures,
    certificate,
    publicKey,
  };
}

const signersIn = (part: Buffer | undefined, hasSdks: boolean): Signer[] =>
  part ? new Fields(part).list().map((signer) => readSigner(signer, hasSdks)) : [];

/**
 * The signers by the versions of Android that they are for. A device reads the newest scheme that it knows, so that an app with a
 * rotated key shows its old signer to older devices.
 */
export function readSigners({ parts }: SigningBlock): Signer[] {
  const newer = [...signersIn(parts.get(schemeIds.v3), true), ...signersIn(parts.get(schemeIds.v31), true)];
  const older = signersIn(parts.get(schemeIds.v2), false);
  const until = newer.length > 0 ? firstSdk.v3 - 1 : null;
  return [...older.map((signer) => ({ ...signer, maxSdk: until })), ...newer];
}
