import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { expect, test } from 'vitest';
import { sshNumber, sshString } from './ssh-encoding.ts';
import { certificateType, checkSignIn } from './user-certificate.ts';

const type = 'ssh-ed25519';
const [authority, stranger, person] = [0, 1, 2].map(() => generateKeyPairSync('ed25519')) as [
  Pair,
  Pair,
  Pair,
];
interface Pair {
  publicKey: KeyObject;
  privateKey: KeyObject;
}
const rawOf = ({ publicKey }: Pair) => Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url');
const encodedOf = (pair: Pair) => Buffer.concat([sshString(type), sshString(rawOf(pair))]);
const signedBy = (data: Buffer, { privateKey }: Pair) =>
  Buffer.concat([sshString(type), sshString(sign(null, data, privateKey))]);
const lineOf = (pair: Pair) => `${type} ${encodedOf(pair).toString('base64')}`;
const seconds = (value: number) => Buffer.concat([sshNumber(0), sshNumber(value)]);

const none: Uint8Array = new Uint8Array();
const nowS = 1_900_000_000;
const terms = {
  kind: 1,
  principal: 'diag',
  from: nowS - 60,
  to: nowS + 600,
  options: none,
  by: authority,
  named: authority,
};

/** A certificate of a person, as PROTOCOL.certkeys of OpenSSH describes it. */
function aCertificate(changes: Partial<typeof terms> = {}) {
  const { kind, principal, from, to, options, by, named } = { ...terms, ...changes };
  const body = Buffer.concat([
    sshString(certificateType),
    sshString('nonce'),
    sshString(rawOf(person)),
    seconds(7),
    sshNumber(kind),
    sshString('a test'),
    sshString(sshString(principal)),
    seconds(from),
    seconds(to),
    sshString(options),
    sshString(Buffer.concat([sshString('permit-pty'), sshString('')])),
    sshString(''),
    sshString(encodedOf(named)),
  ]);
  return Buffer.concat([body, sshString(signedBy(body, by))]);
}

const data = Buffer.from('the session and the request');
const check = (certificate: Buffer, signature = signedBy(data, person), user = 'diag') =>
  checkSignIn({
    user,
    certificate,
    signed: { data, signature },
    trusted: [lineOf(stranger).replace('A', 'B'), lineOf(authority)],
    nowMs: nowS * 1000,
  });

test('a certificate of the authority signs its person in, with what it permits', () => {
  expect(check(aCertificate())).toEqual({ permits: ['permit-pty'] });
});

test.each([
  ['of an unknown authority', aCertificate({ by: stranger, named: stranger }), 'an unknown authority'],
  [
    'that names the authority and is signed by another',
    aCertificate({ by: stranger }),
    'not signed by its authority',
  ],
  ['of another principal', aCertificate({ principal: 'root' }), 'of another user'],
  ['that is over', aCertificate({ to: nowS }), 'not valid now'],
  ['that is not valid yet', aCertificate({ from: nowS + 1 }), 'not valid now'],
  [
    'with a critical option',
    aCertificate({ options: sshString('force-command') }),
    'unknown critical options',
  ],
  ['of a host', aCertificate({ kind: 2 }), 'RangeError: not of a user'],
  ['that is cut off', aCertificate().subarray(0, 90), undefined],
])('a certificate %s is refused', (_name, certificate, reason) => {
  const outcome = check(certificate);
  expect(typeof outcome).toBe('string');
  if (reason !== undefined) expect(outcome).toBe(reason);
});

test('a person without the key of the certificate is refused', () => {
  expect(check(aCertificate(), signedBy(data, stranger))).toBe('a wrong signature');
  expect(check(aCertificate(), signedBy(Buffer.from('something else'), person))).toBe('a wrong signature');
  expect(check(aCertificate(), signedBy(data, person), 'root')).toBe('of another user');
});
