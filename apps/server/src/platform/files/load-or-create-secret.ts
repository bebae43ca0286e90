import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';
const isExisting = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EEXIST';

/**
 * Reads a file that only the program's user may read, and creates it on first use. It is created atomically: of two concurrent
 * processes both get the content of the first.
 */
export async function loadOrCreateSecret(
  path: string,
  create: () => Promise<string> | string,
): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, await create(), { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, path);
  } catch (error) {
    if (!isExisting(error)) throw error;
  } finally {
    await rm(draft);
  }
  return await readFile(path, 'utf8');
}
