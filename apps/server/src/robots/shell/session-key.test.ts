import ssh2 from 'ssh2';
import { expect, test } from 'vitest';
import { newSessionKey } from './session-key.ts';

/** A pair that the library cannot read: its public key begins with zero. */
function unreadablePair() {
  for (;;) {
    const pair = ssh2.utils.generateKeyPairSync('ed25519');
    if (ssh2.utils.parseKey(pair.private) instanceof Error) return pair;
  }
}

test('a pair that the library cannot read is not used', () => {
  const [unreadable, readable] = [unreadablePair(), newSessionKey(ssh2.utils)];
  const pairs = [unreadable, { private: readable.privateKey, public: readable.publicKey }];
  const generateKeyPairSync = (() => pairs.shift()) as typeof ssh2.utils.generateKeyPairSync;
  const key = newSessionKey({ ...ssh2.utils, generateKeyPairSync });
  expect(key.privateKey).toBe(readable.privateKey);
  expect(key.publicKey.split(' ')[1]).toBe(readable.parsed.getPublicSSH().toString('base64'));
});
