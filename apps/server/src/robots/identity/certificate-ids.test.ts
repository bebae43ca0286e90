import { X509Certificate } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { certificateId, revokedIn } from './certificate-ids.ts';
import { certificateFolder, noCertificates } from '../test-kit/test-certificates.ts';

describe.skipIf(noCertificates)('a certificate', () => {
  const { authority, certificate, revoke, list, read, remove } = certificateFolder();
  afterAll(remove);
  const der = (pem: string) => Buffer.from(pem.replaceAll(/-----[A-Z0-9 ]+-----/g, ''), 'base64');
  const idOf = (cert: string) => certificateId(new X509Certificate(cert).raw);

  it('is identified by its issuer and serial number, also in a long list', () => {
    authority('ours');
    authority('theirs');
    const [revoked, valid, foreign] = [
      certificate('one', 'ours'),
      certificate('two', 'ours'),
      certificate('three', 'theirs'),
    ];
    list('none.pem', 'ours');
    expect(revokedIn(der(read('none.pem'))).ids).toEqual([]);
    revoke('one', 'ours');
    for (let n = 0; n < 20; n++) {
      certificate(`more-${n}`, 'ours');
      revoke(`more-${n}`, 'ours');
    }
    list('some.pem', 'ours');
    const { ids, nextUpdate } = revokedIn(der(read('some.pem')));
    expect(ids).toHaveLength(21);
    expect(ids).toContain(idOf(revoked.cert));
    expect(ids).not.toContain(idOf(valid.cert));
    expect(ids).not.toContain(idOf(foreign.cert));
    const days = ((nextUpdate?.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(1);
    expect(days).toBeLessThan(3);
  });

  it('is refused when it is truncated', () => {
    const whole = der(read('some.pem'));
    for (let length = 0; length < whole.length; length += 7)
      expect(() => revokedIn(whole.subarray(0, length))).toThrow();
    expect(() => revokedIn(new X509Certificate(read('two.crt')).raw)).toThrow();
  });
});
