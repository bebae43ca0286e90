import { createPrivateKey, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { sshLongNumber, sshNumber, sshString } from './ssh-wire.ts';

const keyType = 'ssh-ed25519';
export const certificateType = 'ssh-ed25519-cert-v01@openssh.com';
const userCertificate = 1;
/** Clocks of robots may be behind by so much. */
const earlierMs = 60_000;
const validMs = 10 * 60_000;

/** Why the robot has a certificate, and for whom. */
export interface CertificateTerms {
  /** Appears in the log of the robot's sshd. */
  keyId: string;
  serial: bigint;
  principal: string;
  /** The Ed25519 key of the user, in SSH's form. */
  publicKey: Buffer;
  nowMs: number;
}

/** The bytes of an Ed25519 key in SSH's form. */
const rawPublicKey = (key: KeyObject): Buffer =>
  Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
const encodedPublicKey = (raw: Uint8Array): Buffer => Buffer.concat([sshString(keyType), sshString(raw)]);

export interface AuthorityKey {
  /** As a line of `TrustedUserCAKeys` of OpenSSH. */
  publicKey: string;
  /** PKCS #8, PEM. */
  privateKey: string;
}

/** A new key of an authority for user certificates. */
export function newAuthorityKey(): AuthorityKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const encoded = encodedPublicKey(rawPublicKey(publicKey)).toString('base64');
  return {
    publicKey: `${keyType} ${encoded}`,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** A certificate for one user (PROTOCOL.certkeys of OpenSSH), valid for ten minutes. It allows a terminal, and no forwarding. */
export function issueCertificate(
  authority: AuthorityKey,
  { keyId, serial, principal, publicKey, nowMs }: CertificateTerms,
): Buffer {
  const seconds = (ms: number) => sshLongNumber(BigInt(Math.floor(ms / 1000)));
  const userKey = publicKey.subarray(-32);
  const [, encodedAuthority = ''] = authority.publicKey.split(' ');
  const body = Buffer.concat([
    sshString(certificateType),
    sshString(randomBytes(32)),
    sshString(userKey),
    sshLongNumber(serial),
    sshNumber(userCertificate),
    sshString(keyId),
    sshString(sshString(principal)),
    seconds(nowMs - earlierMs),
    seconds(nowMs + validMs),
    // No critical options.
    sshString(''),
    sshString(Buffer.concat([sshString('permit-pty'), sshString('')])),
    // Reserved.
    sshString(''),
    sshString(Buffer.from(encodedAuthority, 'base64')),
  ]);
  const signature = sign(null, body, createPrivateKey(authority.privateKey));
  return Buffer.concat([body, sshString(Buffer.concat([sshString(keyType), sshString(signature)]))]);
}
