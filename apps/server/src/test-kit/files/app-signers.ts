import { createPrivateKey, X509Certificate } from 'node:crypto';
import { signAuthority } from '../../features/devices/identity/certificate-signing.ts';
import type { SampleSigner } from '../../features/updates/app-releases/apk/apk-samples.ts';

/** A key that signs apps, with a certificate of its own. */
export async function anAppSigner(): Promise<SampleSigner> {
  const pem = await signAuthority(new Date('2030-01-01T00:00:00.000Z'));
  const start = pem.indexOf('-----BEGIN PRIVATE KEY');
  const certificate = new X509Certificate(pem.slice(0, start));
  const privateKey = createPrivateKey(pem.slice(start));
  return { privateKey, publicKey: certificate.publicKey, certificate: certificate.raw };
}
