import { createPublicKey, verify } from 'node:crypto';
import { SshReader, stringsIn } from './ssh-encoding.ts';

export const certificateType = 'ssh-ed25519-cert-v01@openssh.com';
const keyType = 'ssh-ed25519';
const userCertificate = 1;

interface Certificate {
  key: Buffer;
  principals: string[];
  validFromS: number;
  validToS: number;
  options: Buffer;
  extensions: string[];
  authority: Buffer;
  isSigned: boolean;
}

const verifies = (data: Buffer, rawKey: Buffer, signature: Buffer): boolean => {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: rawKey.toString('base64url') };
  return verify(null, data, createPublicKey({ key: jwk, format: 'jwk' }), signature);
};

/** The raw bytes in a structure of a type and a value, both of Ed25519. */
function valueOf(bytes: Buffer): Buffer {
  const reader = new SshReader(bytes);
  if (reader.string().toString() !== keyType) throw new RangeError('not Ed25519');
  return reader.string();
}

/** PROTOCOL.certkeys of OpenSSH. */
function read(blob: Buffer): Certificate {
  const reader = new SshReader(blob);
  if (reader.string().toString() !== certificateType) throw new RangeError('not a certificate');
  reader.string();
  const key = reader.string();
  reader.longNumber();
  if (reader.number() !== userCertificate) throw new RangeError('not of a user');
  reader.string();
  const principals = stringsIn(reader.string());
  const [from, to] = [reader.longNumber(), reader.longNumber()];
  const options = reader.string();
  const extensions = stringsIn(reader.string()).filter((_, index) => index % 2 === 0);
  reader.string();
  const authority = reader.string();
  const isSigned = verifies(blob.subarray(0, reader.position), valueOf(authority), valueOf(reader.string()));
  return {
    key,
    principals,
    options,
    extensions,
    authority,
    isSigned,
    validFromS: Number(from),
    validToS: Number(to),
  };
}

interface SignIn {
  user: string;
  certificate: Buffer;
  /** The signed data and its signature; absent if the client only asks whether the key would do. */
  signed: { data: Buffer; signature: Buffer } | undefined;
  /** The keys of authorities, as in `TrustedUserCAKeys`. */
  trusted: readonly string[];
  nowMs: number;
}

/** Why a sign-in is refused; otherwise what the certificate permits. */
export function checkSignIn({
  user,
  certificate,
  signed,
  trusted,
  nowMs,
}: SignIn): string | { permits: string[] } {
  try {
    const it = read(certificate);
    const encoded = it.authority.toString('base64');
    if (!trusted.some((line) => line.split(' ')[1] === encoded)) return 'an unknown authority';
    if (!it.isSigned) return 'not signed by its authority';
    if (!it.principals.includes(user)) return 'of another user';
    if (nowMs < it.validFromS * 1000 || nowMs >= it.validToS * 1000) return 'not valid now';
    if (it.options.byteLength > 0) return 'unknown critical options';
    if (signed && !verifies(signed.data, it.key, valueOf(signed.signature))) return 'a wrong signature';
    return { permits: it.extensions };
  } catch (error) {
    return String(error);
  }
}
