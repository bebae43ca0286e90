/** Folders of a robot from which files are given out, and into which files are put: docs/protocol/files.md#paths. */
export const pullRoots = ['/data/export', '/var/log/robot'] as const;
export const pushRoots = ['/data/import', '/data/export'] as const;

const maxPathLength = 512;
const isUnsafe = (sign: string) => sign < ' ' || sign === '\u007f' || sign === '\\';

/** Whether a path lies under one of the folders. It is absolute, and no part of it leads up, is empty or is hidden in signs. */
export function isPathUnder(path: string, roots: readonly string[]): boolean {
  if (path.length > maxPathLength || [...path].some(isUnsafe)) return false;
  const parts = path.split('/').slice(1);
  const plain = parts.every((part) => part !== '' && part !== '.' && part !== '..');
  return plain && path.startsWith('/') && roots.some((root) => path === root || path.startsWith(`${root}/`));
}

/** Whether a file or folder may be read from a robot. */
export const isPullPath = (path: string): boolean => isPathUnder(path, pullRoots);
/** Whether a file may be written to a robot; a root itself is a folder. */
export const isPushPath = (path: string): boolean =>
  isPathUnder(path, pushRoots) && !pushRoots.some((root) => root === path);
