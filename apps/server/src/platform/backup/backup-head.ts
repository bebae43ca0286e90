import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backupKinds } from '@sweepline/contract';
import { z } from 'zod';
import { BackupFault } from './backup-fault.ts';
import { writeWhole } from './durable-file.ts';
import { subKey, type BackupKey } from './key-seal.ts';

const headFile = 'head.json';

const part = z.strictObject({ name: z.string(), bytes: z.number().int(), sha256: z.string() });
export type BackupPart = z.infer<typeof part>;

const head = z.strictObject({
  format: z.literal(1),
  version: z.string(),
  /** The time of the newest migration in the database. */
  schema: z.number().int(),
  kind: z.enum(backupKinds),
  /** The moment of the snapshot: files that a row of it names are in the backup. */
  at: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  /** Names the key of the installation without revealing it. */
  fingerprint: z.string(),
  /** Of the passphrase. */
  salt: z.string(),
  parts: z.array(part),
  databaseBytes: z.number().int(),
  files: z.number().int(),
  fileBytes: z.number().int(),
  newFileBytes: z.number().int(),
  /** Hashes of stored files that could not be read. */
  faultyFiles: z.array(z.string()),
  /** The last link of the audit chain before the snapshot; null without one. */
  auditHead: z.strictObject({ seq: z.number().int(), hash: z.string() }).nullable(),
});
export type BackupHead = z.infer<typeof head>;

const written = z.strictObject({ head, seal: z.string(), sha256: z.string() });

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');
const sealOf = (key: BackupKey, content: BackupHead) =>
  createHmac('sha256', subKey(key, 'head')).update(JSON.stringify(content)).digest('hex');

const textOf = (content: BackupHead, seal: string) =>
  `${JSON.stringify({ head: content, seal, sha256: sha256Of(`${JSON.stringify(content)} ${seal}`) }, undefined, 2)}\n`;

/** Writes the head. It is the last file of a backup: a folder without one is no backup. */
export const writeHead = (folder: string, content: BackupHead, key: BackupKey): Promise<void> =>
  writeWhole(join(folder, headFile), textOf(content, sealOf(key, content)));

export interface ReadHead {
  head: BackupHead;
  seal: string;
}

/** Reads the head. Refuses a folder without one, and a head of which one bit has changed. */
export async function readHead(folder: string): Promise<ReadHead> {
  const text = await readFile(join(folder, headFile), 'utf8').catch(() => {
    throw new BackupFault('INCOMPLETE', folder);
  });
  const damaged = new BackupFault('DAMAGED', `its head ${join(folder, headFile)} was changed.`);
  try {
    const content = written.parse(JSON.parse(text));
    // The whole text is compared: a change between the values is a change, too.
    if (textOf(content.head, content.seal) === text) return content;
  } catch {
    throw damaged;
  }
  throw damaged;
}

/** Whether the head was written by a holder of the passphrase. A hash alone could be written again after a change. */
export function checkHeadSeal({ head: content, seal }: ReadHead, key: BackupKey): void {
  const expected = Buffer.from(sealOf(key, content));
  const actual = Buffer.from(seal);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual))
    throw new BackupFault('WRONG_PASSPHRASE');
}
