import { createHash, createPrivateKey, X509Certificate as Certificate } from 'node:crypto';

/** The certificate request is invalid, or is not for this robot. */
export class BadRequestForCertificate extends Error {}

/** A certificate and its stored fields. */
export interface Issued {
  certificate: string;
  fingerprint: string;
  serial: string;
  notBefore: string;
  notAfter: string;
}

/** The authority that signs the certificates of this installation's robots. */
export interface Authority {
  /** Its own certificate as PEM, which listeners trust. */
  certificate: string;
  /** Signs a robot's request for one year, after checking that the key is the robot's and the name its serial number. */
  issue(csr: string, robot: { sn: string; manufacturer: string }, now: Date): Promise<Issued>;
  /** Whether this authority issued a certificate (DER). The caller has checked the signature. */
  issued(der: Buffer): boolean;
  /** An empty revocation list: OpenSSL requires one for every authority once it has one for any. */
  emptyList(): Promise<string>;
  /** A PEM list of revoked certificates, valid for thirty days, for a broker that does not query the server. */
  revocations(revoked: readonly { serial: string; at: Date }[], now: Date): Promise<string>;
}

const listMs = 30 * 24 * 3_600_000;

/** SHA-256 of a certificate, as stored. */
export const fingerprintOf = (der: Buffer) => createHash('sha256').update(der).digest('hex');

// Loaded with the first signature: the library for certificates has two hundred files, which would delay each start.
const signing = () => import('./certificate-signing.ts');

/** Creates an authority: its certificate and its key as PEM, in this order. */
export const newAuthority = async (now: Date): Promise<string> => (await signing()).signAuthority(now);

/** Loads an authority from its certificate and key. Throws if they are no P-256 pair. */
export async function createAuthority(pem: string, now: Date): Promise<Authority> {
  const own = new Certificate(blockOf(pem, 'CERTIFICATE'));
  const keyText = blockOf(pem, 'PRIVATE KEY');
  const key = createPrivateKey(keyText);
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('the key is not EC P-256');
  if (!own.checkPrivateKey(key)) throw new Error('the key is not the one of the certificate');
  const signer = async () => (await signing()).createSigner(own.toString(), keyText);
  return {
    certificate: own.toString(),
    issued: (der) => new Certificate(der).checkIssued(own),
    emptyList: async () => (await signer()).revocations([], now, new Date(own.validTo)),
    revocations: async (revoked, at) =>
      (await signer()).revocations(revoked, at, new Date(at.getTime() + listMs)),
    issue: async (csr, robot, at) => (await signer()).issue(csr, robot, at),
  };
}

function blockOf(pem: string, label: string): string {
  const match = new RegExp(`-----BEGIN ${label}-----[^-]+-----END ${label}-----`).exec(pem);
  if (!match) throw new Error(`there is no ${label} in it`);
  return match[0];
}
