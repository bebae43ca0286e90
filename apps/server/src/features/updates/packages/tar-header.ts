import { ArchiveFault, type ArchiveEntry } from '../../../platform/files/archive-source.ts';

export const blockBytes = 512;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A name that every program reads alike: UTF-8 without NUL. */
function nameOf(bytes: Uint8Array): string {
  try {
    const name = utf8.decode(bytes);
    if (!name.includes('\0')) return name;
  } catch {
    // Programs decode other bytes by their own locale.
  }
  throw new ArchiveFault('AMBIGUOUS', Buffer.from(bytes).toString('latin1'));
}

/** A text field ends at its first NUL. Bytes after it are refused: some programs read the whole field. */
function fieldOf(block: Buffer, start: number, length: number): string {
  const field = block.subarray(start, start + length);
  const end = field.indexOf(0);
  if (end >= 0 && field.subarray(end).some((byte) => byte !== 0)) throw new ArchiveFault('AMBIGUOUS');
  return nameOf(end < 0 ? field : field.subarray(0, end));
}

/** An octal number. Binary numbers are refused: such sizes are above every limit here. */
function numberOf(block: Buffer, start: number, length: number): number {
  const [, digits] = /^ *([0-7]+)[ \0]*$/.exec(block.toString('latin1', start, start + length)) ?? [];
  if (digits === undefined) throw new ArchiveFault('FORMAT');
  return Number.parseInt(digits, 8);
}

function checkSum(block: Buffer): void {
  let sum = 0;
  for (const [at, byte] of block.entries()) sum += at >= 148 && at < 156 ? 32 : byte;
  if (sum !== numberOf(block, 148, 8)) throw new ArchiveFault('FORMAT');
}

/** Texts that a record before an entry gives for its header. */
export interface TarExtension {
  path?: string;
  linkpath?: string;
  size?: string;
}

/** Keywords that change no name, place or size. Others, such as those of sparse files, are refused. */
const plainKeywords =
  /^(mtime|atime|ctime|uid|gid|uname|gname|comment|LIBARCHIVE\.creationtime|SCHILY\.(dev|ino|nlink|fflags)|(SCHILY|LIBARCHIVE)\.(xattr|acl)\..+)$/;

/** The records of a PAX header, `12 path=a/b\n`, each as long as it says. */
export function readPax(bytes: Buffer): TarExtension {
  const found = new Map<string, string>();
  for (let at = 0; at < bytes.length;) {
    const [head, digits = ''] = /^([1-9]\d{0,4}) /.exec(bytes.toString('latin1', at, at + 6)) ?? [];
    const end = at + Number(digits);
    const equals = bytes.indexOf(0x3d, at);
    const isWhole = head !== undefined && equals > at && equals < end && bytes[end - 1] === 0x0a;
    if (!isWhole) throw new ArchiveFault('AMBIGUOUS');
    const keyword = bytes.toString('latin1', at + head.length, equals);
    const isName = ['path', 'linkpath', 'size'].includes(keyword);
    if (found.has(keyword) || !(isName || plainKeywords.test(keyword)))
      throw new ArchiveFault('AMBIGUOUS', keyword);
    // An empty value takes an earlier one back in some programs.
    if (isName && end - 1 === equals + 1) throw new ArchiveFault('AMBIGUOUS', keyword);
    found.set(keyword, isName ? nameOf(bytes.subarray(equals + 1, end - 1)) : '');
    at = end;
  }
  const [path, linkpath, size] = ['path', 'linkpath', 'size'].map((it) => found.get(it));
  return { ...(path && { path }), ...(linkpath && { linkpath }), ...(size && { size }) };
}

/** The content of a GNU long name: one name with its closing NUL. */
export const readLongName = (bytes: Buffer): string =>
  nameOf(bytes.at(-1) === 0 ? bytes.subarray(0, -1) : bytes);

/** A header of a tar with its type and the bytes that follow it. */
export interface TarHeader {
  type: string;
  size: number;
  block: Buffer;
}

const types = ['0', '\0', '1', '2', '3', '4', '5', '6', 'x', 'L', 'K'];

/** Refuses global headers, sparse files, continued volumes and types that a program may skip or take for a file. */
export function readHeader(block: Buffer): TarHeader {
  checkSum(block);
  const magic = block.toString('latin1', 257, 265);
  const type = String.fromCharCode(block[156]!);
  if (!types.includes(type) || !['ustar\u000000', 'ustar  \0'].includes(magic))
    throw new ArchiveFault('AMBIGUOUS', fieldOf(block, 0, 100));
  // The older format of GNU has times and pieces of sparse files where POSIX has the start of the name.
  const unused = magic === 'ustar  \0' ? 345 : 500;
  if (block.subarray(unused).some((byte) => byte !== 0))
    throw new ArchiveFault('AMBIGUOUS', fieldOf(block, 0, 100));
  return { type: type === '\0' ? '0' : type, size: numberOf(block, 124, 12), block };
}

const kinds: Record<string, ArchiveEntry['kind']> = { 0: 'FILE', 1: 'LINK', 2: 'LINK', 5: 'FILE' };

/** The entry of a header with the record before it. */
export function entryOf({ block, type, size }: TarHeader, extension: TarExtension): ArchiveEntry {
  const prefix = fieldOf(block, 345, 155);
  const name = extension.path ?? (prefix ? `${prefix}/` : '') + fieldOf(block, 0, 100);
  const kind = kinds[type] ?? 'DEVICE';
  const isSizeAgreed = extension.size === undefined || extension.size === `${size}`;
  const isSizeOfType = type === '0' || size === 0;
  // Some programs make a folder of a file whose name ends with a slash.
  const isNameOfType = type === '5' || !name.endsWith('/');
  if (!isSizeAgreed || !isSizeOfType || !isNameOfType) throw new ArchiveFault('AMBIGUOUS', name);
  const link = extension.linkpath ?? fieldOf(block, 157, 100);
  // A symbolic link leads on from its own folder, a hard link from that of the archive.
  const folder = type === '2' ? name.slice(0, name.lastIndexOf('/') + 1) : '';
  return {
    name,
    bytes: size,
    kind,
    isFolder: type === '5',
    ...(kind === 'LINK' && { link: { folder, path: link } }),
  };
}
