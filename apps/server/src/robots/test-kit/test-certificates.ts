import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Tests create certificates with the `openssl` of the machine and are skipped without it. */
export const noCertificates = spawnSync('openssl', ['version']).status !== 0;

const keyKind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** A folder with authorities, certificates and revocation lists, as activation would issue them. */
export function certificateFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'sweepline-tls-'));
  const file = (name: string) => join(folder, name);
  const read = (name: string) => readFileSync(file(name), 'utf8');
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  writeFileSync(file('names.cnf'), 'subjectAltName=IP:127.0.0.1,DNS:localhost\n');
  writeFileSync(
    file('ca.cnf'),
    '[ca]\ndefault_ca=all\n[all]\ndatabase=index.txt\ncrlnumber=number\ndefault_md=sha256\ndefault_crl_days=2\n',
  );
  writeFileSync(file('index.txt'), '');
  writeFileSync(file('number'), '01\n');
  const ca = (by: string, ...args: string[]) =>
    openssl('ca', '-config', 'ca.cnf', '-keyfile', `${by}.key`, '-cert', `${by}.crt`, ...args);

  return {
    file,
    read,
    remove: () => rmSync(folder, { recursive: true }),
    authority: (name: string) =>
      openssl(
        ...['req', '-x509', ...keyKind, '-days', '2', '-subj', `/CN=${name}`],
        ...['-keyout', `${name}.key`, '-out', `${name}.crt`],
      ),
    /** A P-256 certificate for this common name. */
    certificate: (name: string, by: string, days = 2) => {
      openssl(
        ...['req', '-new', ...keyKind, '-keyout', `${name}.key`],
        ...['-out', `${name}.csr`, '-subj', `/CN=${name}`],
      );
      openssl(
        ...['x509', '-req', '-in', `${name}.csr`, '-CA', `${by}.crt`, '-CAkey', `${by}.key`],
        ...['-CAcreateserial', '-days', `${days}`, '-extfile', 'names.cnf', '-out', `${name}.crt`],
      );
      return { cert: read(`${name}.crt`), key: read(`${name}.key`) };
    },
    /** Revokes a certificate; the next list contains it. */
    revoke: (name: string, by: string) => ca(by, '-revoke', `${name}.crt`),
    /** Writes the authority's revocation list to a file of this name. */
    list: (name: string, by: string) => {
      ca(by, '-gencrl', '-out', name);
      return file(name);
    },
  };
}
