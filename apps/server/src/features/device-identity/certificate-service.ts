// The certificate library requires this import before all others.
import 'reflect-metadata';
import { createHash, randomBytes, X509Certificate as Certificate } from 'node:crypto';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  Pkcs10CertificateRequest,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
  X509CrlGenerator,
  X509CrlReason,
  Name,
} from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const yearMs = 365 * 24 * 3_600_000;
const listMs = 30 * 24 * 3_600_000;
const authorityYears = 20;
/** A robot whose clock is slightly behind must not find its certificate not yet valid. */
const leewayMs = 5 * 60_000;

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
  emptyList: string;
  /** A PEM list of revoked certificates, valid for thirty days, for a broker that does not query the server. */
  revocations(revoked: readonly { serial: string; at: Date }[], now: Date): Promise<string>;
}

/** SHA-256 of a certificate, as stored. */
export const fingerprintOf = (der: Buffer) => createHash('sha256').update(der).digest('hex');

/** Creates an authority: its certificate and its key as PEM, in this order. */
export async function newAuthority(now: Date): Promise<string> {
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: new Name([{ O: ['Sweepline'] }, { CN: [`Sweepline devices ${randomBytes(4).toString('hex')}`] }]),
    notBefore: new Date(now.getTime() - leewayMs),
    notAfter: new Date(now.getTime() + authorityYears * yearMs),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const key = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  return `${certificate.toString('pem')}\n${PemConverter.encode(key, 'PRIVATE KEY')}\n`;
}

/** Loads an authority from its certificate and key. Throws if they are no P-256 pair. */
export async function createAuthority(pem: string, now: Date): Promise<Authority> {
  const certificate = new X509Certificate(blockOf(pem, 'CERTIFICATE'));
  const [keyBytes] = PemConverter.decode(blockOf(pem, 'PRIVATE KEY'));
  const signingKey = await crypto.subtle.importKey('pkcs8', keyBytes!, algorithm, false, ['sign']);
  const own = new Certificate(certificate.toString('pem'));
  await checkPair(certificate, signingKey);
  const listOf = async (revoked: readonly { serial: string; at: Date }[], from: Date, nextUpdate: Date) => {
    const list = await X509CrlGenerator.create({
      issuer: certificate.subjectName,
      thisUpdate: new Date(from.getTime() - leewayMs),
      nextUpdate,
      // Without a reason the library writes an empty list of reasons, which OpenSSL cannot read.
      entries: revoked.map(({ serial, at }) => ({
        serialNumber: serial,
        revocationDate: at,
        reason: X509CrlReason.privilegeWithdrawn,
      })),
      signingKey,
      signingAlgorithm: algorithm,
    });
    // OpenSSL does not find a block with the library's own label, CRL.
    return PemConverter.encode(list.rawData, 'X509 CRL');
  };
  return {
    certificate: own.toString(),
    emptyList: await listOf([], now, certificate.notAfter),
    revocations: (revoked, at) => listOf(revoked, at, new Date(at.getTime() + listMs)),
    issued: (der) => new Certificate(der).checkIssued(own),
    issue: async (csr, robot, at) => {
      const issued = await X509CertificateGenerator.create({
        serialNumber: serialNumber(),
        subject: new Name([{ O: [robot.manufacturer] }, { CN: [robot.sn] }]),
        issuer: certificate.subjectName,
        notBefore: new Date(at.getTime() - leewayMs),
        notAfter: new Date(at.getTime() + yearMs),
        publicKey: await keyOf(csr, robot.sn),
        signingKey,
        signingAlgorithm: algorithm,
        extensions: [
          new BasicConstraintsExtension(false, undefined, true),
          new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
          new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
          await AuthorityKeyIdentifierExtension.create(certificate, false),
        ],
      });
      return {
        certificate: issued.toString('pem'),
        fingerprint: fingerprintOf(Buffer.from(issued.rawData)),
        serial: issued.serialNumber,
        notBefore: issued.notBefore.toISOString(),
        notAfter: issued.notAfter.toISOString(),
      };
    },
  };
}

/** 128 random bits; a leading one bit would make the number negative. */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0]! & 0x3f) | 0x40;
  return bytes.toString('hex');
}

function blockOf(pem: string, label: string): string {
  const match = new RegExp(`-----BEGIN ${label}-----[^-]+-----END ${label}-----`).exec(pem);
  if (!match) throw new Error(`there is no ${label} in it`);
  return match[0];
}

async function checkPair(certificate: X509Certificate, signingKey: CryptoKey): Promise<void> {
  const text = randomBytes(16);
  const signed = await crypto.subtle.sign(algorithm, signingKey, text);
  const key = await certificate.publicKey.export(algorithm, ['verify']);
  if (!(await crypto.subtle.verify(algorithm, key, signed, text)))
    throw new Error('the key is not the one of the certificate');
}

/** The key of a request, after proof of possession (RFC 2986), for this robot and of the right kind. */
async function keyOf(csr: string, sn: string) {
  try {
    const request = new Pkcs10CertificateRequest(csr);
    const { name, namedCurve } = request.publicKey.algorithm as { name: string; namedCurve?: string };
    const names = request.subjectName.getField('CN');
    if (name !== algorithm.name || namedCurve !== algorithm.namedCurve)
      throw new BadRequestForCertificate('the key is not EC P-256');
    if (names.length !== 1 || names[0] !== sn)
      throw new BadRequestForCertificate('the name is not the serial number');
    if (!(await request.verify())) throw new BadRequestForCertificate('the signature is wrong');
    return request.publicKey;
  } catch (error) {
    if (error instanceof BadRequestForCertificate) throw error;
    throw new BadRequestForCertificate('it cannot be read');
  }
}
