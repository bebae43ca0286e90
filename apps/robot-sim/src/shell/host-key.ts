import { generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import type { Disk } from '../wire/connection/disk.ts';
import { sshNumber, sshString } from './ssh-encoding.ts';

const file = 'ssh-host-key';
const type = 'ssh-ed25519';
const stored = z.object({ secret: z.string(), public: z.string() });

export interface HostKey {
  /** As in `known_hosts` without the name. */
  publicKey: string;
  /** In the format of OpenSSH. */
  privateKey: string;
}

/** The host key of a robot's sshd. The first start makes it. */
export function hostKeyOn(disk: Disk): HostKey {
  const known = stored.safeParse(disk.read(file)).data;
  const key = known ?? newKey();
  if (!known) disk.write(file, key);
  const [secret, raw] = [Buffer.from(key.secret, 'base64url'), Buffer.from(key.public, 'base64url')];
  const encoded = Buffer.concat([sshString(type), sshString(raw)]);
  return {
    publicKey: `${type} ${encoded.toString('base64')}`,
    privateKey: privateText(encoded, secret, raw),
  };
}

function newKey(): z.infer<typeof stored> {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { secret: d, public: x };
}

/** PROTOCOL.key of OpenSSH, not encrypted. */
function privateText(encoded: Buffer, secret: Buffer, raw: Buffer): string {
  const check = sshNumber(0x5eed);
  const body = Buffer.concat([check, check, encoded, sshString(Buffer.concat([secret, raw])), sshString('')]);
  const padding = Buffer.from(
    Array.from({ length: (8 - (body.byteLength % 8)) % 8 }, (_, index) => index + 1),
  );
  const bytes = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    sshString('none'),
    sshString('none'),
    sshString(''),
    sshNumber(1),
    sshString(encoded),
    sshString(Buffer.concat([body, padding])),
  ]);
  const lines = bytes.toString('base64').match(/.{1,70}/g) ?? [];
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines.join('\n')}\n-----END OPENSSH PRIVATE KEY-----\n`;
}
