import { and, asc, eq } from 'drizzle-orm';
import { shellKeys } from '../../entities/remote/shell-table.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { StartupError } from '../../platform/embedded/startup-error.ts';
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

function opens(vault: Pick<Vault, 'open'>, sealed: string): boolean {
  try {
    return vault.open(sealed) !== '';
  } catch {
    return false;
  }
}

/** A robot that has not read the newest keys for so long may refuse shells after a rotation. */
const announcedMs = 24 * 3_600_000;

/**
 * Lets the announced key sign and announces a new one; the signing key is deleted. Returns the public keys, the signing one first.
 * Of two rotations at once the second is refused, and so is one soon after another unless it is urgent, as after a theft.
 */
export async function rotateShellKeys(
  { db, vault, now }: { db: Db; vault: Pick<Vault, 'seal' | 'open'>; now: Clock },
  { isUrgent = false } = {},
): Promise<string[]> {
  const fresh = newAuthorityKey();
  const createdAt = now().toISOString();
  const sealed = { ...fresh, privateKey: vault.seal(fresh.privateKey), createdAt };
  return await inScope(db, '*', async (tx) => {
    const [signing, announced] = await tx.select().from(shellKeys).orderBy(asc(shellKeys.slot));
    if (!signing || !announced)
      throw new StartupError('There are no keys yet: the first shell creates them.');
    if (!isUrgent && now().getTime() - Date.parse(announced.createdAt) < announcedMs)
      throw new StartupError(
        `The announced key is from ${announced.createdAt}. Robots have a day to read it: try again later, or with --urgent after a theft.`,
      );
    const { slot: _slot, ...next } = announced;
    if (!opens(vault, announced.privateKey))
      throw new StartupError('The keys are sealed with another INSTALLATION_KEY.');
    for (const [row, key] of [
      [signing, next],
      [announced, sealed],
    ] as const) {
      const isSame = and(eq(shellKeys.slot, row.slot), eq(shellKeys.publicKey, row.publicKey));
      const changed = await tx.update(shellKeys).set(key).where(isSame).returning({ slot: shellKeys.slot });
      if (changed.length === 0) throw new StartupError('The keys were rotated at the same moment.');
    }
    return [announced.publicKey, fresh.publicKey];
  });
}
