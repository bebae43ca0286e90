import 'reflect-metadata';
import { Pkcs10CertificateRequestGenerator, Name, PemConverter } from '@peculiar/x509';

type Curve = 'P-256' | 'P-384';

/** A key pair as a robot creates it, and its certificate request for this name. */
export async function aRequest(name: string, { curve = 'P-256' }: { curve?: Curve } = {}) {
  const algorithm = { name: 'ECDSA', namedCurve: curve, hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const request = await Pkcs10CertificateRequestGenerator.create({
    name: new Name([{ CN: [name] }]),
    keys,
    signingAlgorithm: algorithm,
  });
  const key = PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
  return { csr: request.toString('pem'), key };
}
