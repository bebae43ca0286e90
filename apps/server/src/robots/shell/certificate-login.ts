import type { Client } from 'ssh2';
import { sshString } from './ssh-wire.ts';
import { certificateType } from './user-certificate.ts';

const userAuthRequest = 50;

/** What `ssh2` 1.17.0 has on its protocol object; the version is pinned. */
interface Protocol {
  authPK: (user: string) => void;
  _kex: { sessionID: Buffer };
  _packetRW: {
    write: { alloc(length: number): Buffer; allocStart: number; finalize(packet: Buffer): Buffer };
  };
  _authsQueue: string[];
  _cipher: { encrypt(packet: Buffer): void };
}

/**
 * Lets a client sign in with a certificate. `ssh2` writes the type of the certificate into the signature, where a server expects
 * that of the key. Call it when the client is connecting, before its handshake.
 */
export function signInWithCertificate(client: Client, certificate: Buffer, sign: (data: Buffer) => Buffer) {
  // The types of `ssh2` do not contain it.
  const protocol = (client as unknown as { _protocol: Protocol })._protocol;
  protocol.authPK = (user) => {
    const request = Buffer.concat([
      Buffer.from([userAuthRequest]),
      sshString(user),
      sshString('ssh-connection'),
      sshString('publickey'),
      Buffer.from([1]),
      sshString(certificateType),
      sshString(certificate),
    ]);
    const signature = sign(Buffer.concat([sshString(protocol._kex.sessionID), request]));
    const payload = Buffer.concat([
      request,
      sshString(Buffer.concat([sshString('ssh-ed25519'), sshString(signature)])),
    ]);
    const { write } = protocol._packetRW;
    const packet = write.alloc(payload.byteLength);
    packet.set(payload, write.allocStart);
    protocol._authsQueue.push('publickey');
    protocol._cipher.encrypt(write.finalize(packet));
  };
}
