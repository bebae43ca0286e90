import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import type { SampleSigner } from '../../../apps/server/src/features/updates/app-releases/apk/apk-samples.ts';

/** The PKCS #8 frame of a P-256 key, before its 32 bytes (RFC 5915). */
const frame = Buffer.from('3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420', 'hex');

/** A certificate is signed with random numbers, so it is stored: each demo world has the same. */
const certificate = [
  'MIIBwTCCAWegAwIBAgIUSaYE3qP/HAoowC4Nnb9JdVobdiwwCgYIKoZIzj0EAwIwNTESMBAGA1UECgwJU3dlZXBsaW5lMR8w',
  'HQYDVQQDDBZBcHBzIG9mIHRoZSBkZW1vIHdvcmxkMCAXDTI2MTEzMDIzMTIyOFoYDzIxMjYxMTA2MjMxMjI4WjA1MRIwEAYD',
  'VQQKDAlTd2VlcGxpbmUxHzAdBgNVBAMMFkFwcHMgb2YgdGhlIGRlbW8gd29ybGQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNC',
  'AARP+vz1Am668zVMLj1ZBrfi4PWtj3TYx2eeBTo/0zGnwNBMbN9CgBBPGnGcInNim3NvZCU++NsY/ltNZUcKtudAo1MwUTAd',
  'BgNVHQ4EFgQUzZA+wgsaMIwSMCzpNJ3B8A0+qiMwHwYDVR0jBBgwFoAUzZA+wgsaMIwSMCzpNJ3B8A0+qiMwDwYDVR0TAQH/',
  'BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEA7SXL3FIbPgb4CUGt+qXOc9ciWjlka98+3EGI7ewv0ogCIE7KeDcnB0L3YvTd',
  'qJ5g7BhR4W0IwcJKZ1y6pz8CRKo8',
].join('');

/** The key that signs the apps of the demo world. It is public like this file; no device trusts it. */
export function demoAppSigner(): SampleSigner {
  const secret = createHash('sha256').update('app key of the demo world').digest();
  const privateKey = createPrivateKey({ key: Buffer.concat([frame, secret]), format: 'der', type: 'pkcs8' });
  const bytes = Buffer.from(certificate, 'base64');
  return { privateKey, publicKey: new X509Certificate(bytes).publicKey, certificate: bytes };
}
