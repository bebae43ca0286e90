import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';
const isThere = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EEXIST';

/**
 * A file only this program's user may read, made when it is first asked for. It appears whole or not at all, and of two processes
 * that make it at once both get the one that was first.
 */
export async function loadOrCreateSecret(
  path: string,
  make: () => Promise<string> | string,
): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, await make(), { mode: 0o600, flag: 'wx' });
  try {
    await link(draft, path);
  } catch (error) {
    if (!isThere(error)) throw error;
  } finally {
    await rm(draft);
  }
  return await readFile(path, 'utf8');
}
