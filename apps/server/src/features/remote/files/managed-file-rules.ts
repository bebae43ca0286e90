/** The ending of a file name in lower case, with both parts of `tar.gz`; empty without one. */
export function formatOf(name: string): string {
  const [, ending = ''] = /\.((?:tar\.)?[a-z0-9]{1,10})$/i.exec(name) ?? [];
  return ending.toLowerCase();
}

/** The name of a file without folders and control characters. */
export const baseName = (name: string): string =>
  (name.split(/[\\/]/).at(-1) ?? '').replaceAll(/\p{Cc}/gu, '').trim();
