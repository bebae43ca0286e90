// The certificate library requires this import before all others.
import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
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
import { BadRequestForCertificate, fingerprintOf, type Issued } from './certificate-service.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const yearMs = 365 * 24 * 3_600_000;
const authorityYears = 20;
/** A robot whose clock is slightly behind must not find its certificate not yet valid. */
const leewayMs = 5 * 60_000;

/** Creates an authority: its certificate and its key as PEM, in this order. */
export async function signAuthority(now: Date): Promise<string> {
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

/** Signs with the certificate and the key of an authority, PEM. */
export async function createSigner(certificatePem: string, keyPem: string) {
  const certificate = new X509Certificate(certificatePem);
  const [keyBytes] = PemConverter.decode(keyPem);
  const signingKey = await crypto.subtle.importKey('pkcs8', keyBytes!, algorithm, false, ['sign']);
  return {
    revocations: async (revoked: readonly { serial: string; at: Date }[], from: Date, nextUpdate: Date) => {
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
    },
    issue: async (csr: string, robot: { sn: string; manufacturer: string }, at: Date): Promise<Issued> => {
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
