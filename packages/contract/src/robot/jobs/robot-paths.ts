/** Folders of a robot from which files are given out, and into which files are put: docs/protocol/files.md#paths. */
export const pullRoots = ['/data/export', '/var/log/robot'] as const;
export const pushRoots = ['/data/import', '/data/export'] as const;

const maxPathLength = 512;
/** Letters and digits of any script with their marks, and signs that mean nothing to a shell. */
const plainPath = /^[\p{L}\p{M}\p{Nd}._\-/ ]*$/u;
const foreignSigns = /[^\p{L}\p{M}\p{Nd}._\- ]/gu;

/**
 * Whether a path lies under one of the folders. It is absolute, no part of it leads up or is empty, and no sign of it would mean
 * something to a shell: a path never reaches one, but not every robot can be looked into. A part does not begin with `-`, which programs
 * take for an option, and has no blank at an end.
 */
export function isPathUnder(path: string, roots: readonly string[]): boolean {
  if (path.length > maxPathLength || !plainPath.test(path)) return false;
  const parts = path.split('/').slice(1);
  const plain = parts.every((part) => part !== '.' && part !== '..' && /^[^ -](.*[^ ])?$/.test(part));
  return plain && path.startsWith('/') && roots.some((root) => path === root || path.startsWith(`${root}/`));
}

/** Whether a file or folder may be read from a robot. */
export const isPullPath = (path: string): boolean => isPathUnder(path, pullRoots);
/** Whether a file may be written to a robot; a root itself is a folder. */
export const isPushPath = (path: string): boolean =>
  isPathUnder(path, pushRoots) && !pushRoots.some((root) => root === path);

/** Why a robot gives out no such file or folder: signs that no path has, or a folder of its own. */
export const pullFault = (path: string): 'PATH_SIGNS' | 'PATH_FORBIDDEN' | undefined =>
  faultOf(path, isPullPath, 'PATH_FORBIDDEN');
/** Why a robot takes no such file. */
export const pushFault = (path: string): 'PATH_SIGNS' | 'TARGET_FORBIDDEN' | undefined =>
  faultOf(path, isPushPath, 'TARGET_FORBIDDEN');

function faultOf<F extends string>(path: string, isRight: (path: string) => boolean, fault: F) {
  if (isRight(path)) return undefined;
  const isPlain = plainPath.test(path) && !/(^|\/)[ -]| (\/|$)/.test(path);
  return isPlain ? fault : 'PATH_SIGNS';
}

/** The name of a file as a robot takes it: signs that no path has become `_`. */
export const robotFileName = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(foreignSigns, '_')
    .replace(/^[ -]+|[ ]+$/g, (signs) => '_'.repeat(signs.length));
