import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';

const md5 = (...parts: (string | Buffer)[]) => {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

const cString = (text: string) => Buffer.from(`${text}\0`);

/** Answers the password requests of PostgreSQL: in clear text, MD5, and SCRAM-SHA-256. Each answer is the body of a message `p`. */
export function createAuthentication(user: string, password: string) {
  const nonce = randomBytes(18).toString('base64');
  let signature = Buffer.alloc(0);

  const continueScram = (challenge: string): Buffer => {
    const fields = new Map(challenge.split(',').map((it) => [it.slice(0, 1), it.slice(2)]));
    const [serverNonce = '', salt = '', rounds = '0'] = ['r', 's', 'i'].map((name) => fields.get(name) ?? '');
    if (!serverNonce.startsWith(nonce)) throw new Error('PostgreSQL answered with a foreign nonce');
    const salted = pbkdf2Sync(password, Buffer.from(salt, 'base64'), Number(rounds), 32, 'sha256');
    const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
    const clientKey = hmac(salted, 'Client Key');
    const storedKey = createHash('sha256').update(clientKey).digest();
    const proofless = `c=biws,r=${serverNonce}`;
    const exchange = `n=,r=${nonce},${challenge},${proofless}`;
    const clientSignature = hmac(storedKey, exchange);
    signature = hmac(hmac(salted, 'Server Key'), exchange);
    const proof = Buffer.from(clientKey.map((byte, n) => byte ^ (clientSignature[n] ?? 0)));
    return Buffer.from(`${proofless},p=${proof.toString('base64')}`);
  };

  const beginScram = (mechanisms: string[]): Buffer => {
    if (!mechanisms.includes('SCRAM-SHA-256')) throw new Error(`PostgreSQL wants ${mechanisms.join(', ')}`);
    const first = Buffer.from(`n,,n=,r=${nonce}`);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(first.length);
    return Buffer.concat([cString('SCRAM-SHA-256'), length, first]);
  };

  const checkServer = (text: string): undefined => {
    const sent = Buffer.from(text.replace(/^v=/, ''), 'base64');
    if (sent.length !== signature.length || !timingSafeEqual(sent, signature))
      throw new Error('PostgreSQL does not know the password');
    return undefined;
  };

  /** The answer to a message `R`; undefined if it needs none. */
  return (body: Buffer): Buffer | undefined => {
    const [kind, rest] = [body.readUInt32BE(0), body.subarray(4)];
    if (kind === 0) return undefined;
    if (kind === 3) return cString(password);
    if (kind === 5) return cString(`md5${md5(md5(password, user), rest)}`);
    if (kind === 10) return beginScram(rest.toString().split('\0').filter(Boolean));
    if (kind === 11) return continueScram(rest.toString());
    if (kind === 12) return checkServer(rest.toString());
    throw new Error(`PostgreSQL wants the authentication ${kind}`);
  };
}
