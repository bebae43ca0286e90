import { asc } from 'drizzle-orm';
import { shellKeys } from '../../entities/devices/remote/shell-table.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import type { Vault } from '../../platform/files/vault.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { issueCertificate, newAuthorityKey, type CertificateTerms } from './user-certificate.ts';

/** The first signs, the second is announced: it may become the first while robots know both. */
const slots = [1, 2];

/** The authority for shells of this installation, and the sealing of what people type. */
export interface ShellSecrets {
  /** The public keys that robots trust, the signing one first. */
  publicKeys(): Promise<string[]>;
  certify(): Promise<(terms: CertificateTerms) => Buffer>;
  seal(text: string): string;
}

/** The keys are in the database, sealed; the first use in an installation creates them. */
export function createShellSecrets(db: Db, vault: Pick<Vault, 'seal' | 'open'>, now: Clock): ShellSecrets {
  const read = () =>
    inScope(db, '*', (tx) => tx.select().from(shellKeys).orderBy(asc(shellKeys.slot)), { readOnly: true });
  const create = async () => {
    const createdAt = now().toISOString();
    const keys = slots.map((slot) => ({ slot, ...newAuthorityKey() }));
    const rows = keys.map((key) => ({ ...key, privateKey: vault.seal(key.privateKey), createdAt }));
    // Of two servers that start together one creates them.
    await inScope(db, '*', (tx) => tx.insert(shellKeys).values(rows).onConflictDoNothing());
    return await read();
  };
  // Read for each use: another server may have changed them.
  const keys = async () => {
    const rows = await read();
    return rows.length < slots.length ? await create() : rows;
  };
  return {
    publicKeys: async () => (await keys()).map(({ publicKey }) => publicKey),
    certify: async () => {
      const [first] = await keys();
      if (!first) throw new Error('no key of the authority for shells');
      const authority = { publicKey: first.publicKey, privateKey: vault.open(first.privateKey) };
      return (terms) => issueCertificate(authority, terms);
    },
    seal: vault.seal,
  };
}
