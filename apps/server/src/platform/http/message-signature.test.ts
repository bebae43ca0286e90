import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDigestOf, isSignedWith, readSignature, signatureBase, signatureOf } from './message-signature.ts';

/** RFC 9421, B.2.5. */
const vector = {
  secret: Buffer.from(
    'uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ==',
    'base64',
  ),
  request: {
    method: 'POST',
    authority: 'example.com',
    target: '/foo?param=Value&Pet=dog',
    headers: {
      date: 'Tue, 20 Apr 2021 02:07:55 GMT',
      'content-type': 'application/json',
      'signature-input':
        'sig-b25=("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret"',
      signature: 'sig-b25=:pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=:',
    },
  },
};

test('the signature of RFC 9421 B.2.5 is read and verified', () => {
  const signature = readSignature(vector.request.headers)!;
  expect(signature).toMatchObject({ created: 1_618_884_473, keyId: 'test-shared-secret', nonce: undefined });
  const base = signatureBase(signature, vector.request)!;
  expect(base.split('\n')[0]).toBe('"date": Tue, 20 Apr 2021 02:07:55 GMT');
  expect(isSignedWith(vector.secret, base, signature.signature)).toBe(true);
  expect(isSignedWith('another', base, signature.signature)).toBe(false);
});

test('a change of any covered part makes the signature wrong', () => {
  const params = '("@method" "@authority" "@path" "@query");created=1;keyid="k"';
  const components = ['@method', '@authority', '@path', '@query'];
  const request = { method: 'GET', authority: 'a.example', target: '/x?y=1', headers: {} };
  const signature = signatureOf('secret', signatureBase({ components, params }, request)!);
  fc.assert(
    fc.property(
      fc.record({
        method: fc.constantFrom('GET', 'POST', 'DELETE'),
        authority: fc.constantFrom('a.example', 'b.example', 'a.example:8443'),
        target: fc.constantFrom('/x?y=1', '/x', '/x?y=2', '/y?y=1', '/x?y=1&z', '/x%3Fy=1'),
      }),
      (parts) => {
        const isSame = parts.method === 'GET' && parts.authority === 'a.example' && parts.target === '/x?y=1';
        const base = signatureBase({ components, params }, { ...parts, headers: {} })!;
        expect(isSignedWith('secret', base, signature)).toBe(isSame);
      },
    ),
  );
});

test.each([
  ['two signatures', { 'signature-input': 'a=("@path");created=1;keyid="k", b=()', signature: 'a=:AAAA:' }],
  ['no time', { 'signature-input': 'a=("@path");keyid="k"', signature: 'a=:AAAA:' }],
  [
    'another algorithm',
    { 'signature-input': 'a=();created=1;keyid="k";alg="ed25519"', signature: 'a=:AAAA:' },
  ],
  ['another label', { 'signature-input': 'a=();created=1;keyid="k"', signature: 'b=:AAAA:' }],
  ['no header', {}],
])('a request with %s has no signature', (_what, headers) => {
  expect(readSignature(headers)).toBeUndefined();
});

test('a part that the request lacks, or that is covered twice, cannot be signed', () => {
  const request = { method: 'GET', authority: 'a', target: '/', headers: {} };
  for (const components of [['@status'], ['x-none'], ['@path', '@path']])
    expect(signatureBase({ components, params: '' }, request)).toBeUndefined();
});

test('a content digest is that of RFC 9530', () => {
  const header = 'sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:';
  expect(isDigestOf(header, '{"hello": "world"}')).toBe(true);
  expect(isDigestOf(header, '{"hello": "World"}')).toBe(false);
});
