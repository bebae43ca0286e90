import type { ParsedKey, utils as sshUtils } from 'ssh2';

export interface SessionKey {
  /** In the form of OpenSSH, as `ssh2` takes it. */
  privateKey: string;
  /** As in `known_hosts`, without the name. */
  publicKey: string;
  parsed: ParsedKey;
}

/**
 * A new Ed25519 key. `ssh2` 1.17.0 cuts zeros at the start of a public key and cannot read the pair that it made, which happens to
 * one of 256: then another is made.
 */
export function newSessionKey(utils: Pick<typeof sshUtils, 'generateKeyPairSync' | 'parseKey'>): SessionKey {
  for (;;) {
    const pair = utils.generateKeyPairSync('ed25519');
    const parsed = utils.parseKey(pair.private);
    if (!(parsed instanceof Error))
      return { privateKey: pair.private, publicKey: pair.public.trim(), parsed };
  }
}
