import { refused, type Reading } from './reading.ts';

/** Compression functions: Node's zlib, or those of a browser. */
export interface Packing {
  deflateRaw: (bytes: Uint8Array) => Uint8Array;
  /** Throws when the result exceeds `maxBytes`, or when the data is damaged. */
  inflateRaw: (bytes: Uint8Array, maxBytes: number) => Uint8Array;
  crc32: (bytes: Uint8Array) => number;
}

export interface ZipLimits {
  entries: number;
  /** Total unpacked bytes. */
  bytes: number;
  /** Names may have folders; entries of folders themselves are left out. */
  folders?: boolean;
}

export type ZipFault =
  | 'notZip'
  | 'truncated'
  | 'unsafeName'
  | 'duplicateName'
  | 'tooMany'
  | 'tooLarge'
  | 'encrypted'
  | 'unknownMethod'
  | 'damaged';

const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 } as const;
const sizes = { local: 30, central: 46, end: 22 } as const;
const maxCommentLength = 65_535;
const [stored, deflated] = [0, 8];
/** 1 January 1980: equal content gives equal bytes and an equal hash. */
const noDate = 0x00210000;
/** No part of a name may lead out of the target folder, so none begins with a point. */
const safeName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
const maxPathLength = 400;
const isSafe = (name: string, folders: boolean): boolean =>
  folders && name.length <= maxPathLength
    ? name.split('/').every((part) => safeName.test(part))
    : safeName.test(name);

interface Entry {
  name: Uint8Array;
  method: number;
  crc: number;
  packed: Uint8Array;
  size: number;
  at: number;
}

/** A zip of files with plain names. Equal files in equal order give equal bytes. */
export function zipOf(files: ReadonlyMap<string, Uint8Array>, packing: Packing): Uint8Array {
  const pieces: Uint8Array[] = [];
  const entries: Entry[] = [];
  let at = 0;
  const put = (piece: Uint8Array) => {
    pieces.push(piece);
    at += piece.length;
  };
  for (const [name, bytes] of files) {
    const smaller = packing.deflateRaw(bytes);
    const packed = smaller.length < bytes.length ? smaller : bytes;
    const method = packed === bytes ? stored : deflated;
    const entry = { name: new TextEncoder().encode(name), method, crc: packing.crc32(bytes) >>> 0, packed };
    entries.push({ ...entry, size: bytes.length, at });
    put(header(entries.at(-1)!, 'local'));
    put(entry.name);
    put(packed);
  }
  const directoryAt = at;
  for (const entry of entries) {
    put(header(entry, 'central'));
    put(entry.name);
  }
  const end = new DataView(new ArrayBuffer(sizes.end));
  end.setUint32(0, signatures.end, true);
  end.setUint16(8, entries.length, true);
  end.setUint16(10, entries.length, true);
  end.setUint32(12, at - directoryAt, true);
  end.setUint32(16, directoryAt, true);
  put(new Uint8Array(end.buffer));
  return joined(pieces, at);
}

function header({ name, method, crc, packed, size, at }: Entry, kind: 'local' | 'central'): Uint8Array {
  const view = new DataView(new ArrayBuffer(sizes[kind]));
  view.setUint32(0, signatures[kind], true);
  // Both headers have the same fields; in the directory they start two bytes later, after the creator version.
  const from = kind === 'central' ? 6 : 4;
  if (kind === 'central') view.setUint16(4, 20, true);
  view.setUint16(from, 20, true);
  view.setUint16(from + 4, method, true);
  view.setUint32(from + 6, noDate, true);
  view.setUint32(from + 10, crc, true);
  view.setUint32(from + 14, packed.length, true);
  view.setUint32(from + 18, size, true);
  view.setUint16(from + 22, name.length, true);
  if (kind === 'central') view.setUint32(42, at, true);
  return new Uint8Array(view.buffer);
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** The files of a zip by name. Sizes are checked before unpacking, and no file unpacks beyond its announced size. */
export function unzip(
  bytes: Uint8Array,
  limits: ZipLimits,
  packing: Packing,
): Reading<Map<string, Uint8Array>, ZipFault> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  if (end === undefined) return refused('notZip', `${bytes.length} bytes`);
  const count = view.getUint16(end + 10, true);
  if (count > limits.entries) return refused('tooMany', `${count} files`);
  const files = new Map<string, Uint8Array>();
  let at = view.getUint32(end + 16, true);
  let left = limits.bytes;
  for (let i = 0; i < count; i++) {
    if (at + sizes.central > bytes.length || view.getUint32(at, true) !== signatures.central)
      return refused('truncated', `file ${i + 1}`);
    const entry = readEntry(bytes, view, at);
    const isFolder = limits.folders === true && entry.name.endsWith('/') && entry.size === 0;
    const name = isFolder ? entry.name.slice(0, -1) : entry.name;
    if (!isSafe(name, limits.folders === true)) return refused('unsafeName', entry.name.slice(0, 60));
    at = entry.next;
    if (isFolder) continue;
    if (files.has(entry.name)) return refused('duplicateName', entry.name);
    if (entry.size > left) return refused('tooLarge', `${entry.name}: ${entry.size} bytes`);
    const content = unpacked(bytes, view, entry, packing);
    if (!content.ok) return content;
    files.set(entry.name, content.value);
    left -= content.value.length;
  }
  return { ok: true, value: files };
}

function endOf(view: DataView): number | undefined {
  const last = view.byteLength - sizes.end;
  for (let at = last; at >= Math.max(0, last - maxCommentLength); at--)
    if (view.getUint32(at, true) === signatures.end) return at;
  return undefined;
}

interface ReadEntry {
  name: string;
  encrypted: boolean;
  method: number;
  crc: number;
  packed: number;
  size: number;
  at: number;
  next: number;
}

function readEntry(bytes: Uint8Array, view: DataView, at: number): ReadEntry {
  const nameLength = view.getUint16(at + 28, true);
  const nameAt = at + sizes.central;
  return {
    name: new TextDecoder().decode(bytes.subarray(nameAt, nameAt + nameLength)),
    encrypted: (view.getUint16(at + 8, true) & 1) === 1,
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    packed: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    at: view.getUint32(at + 42, true),
    next: nameAt + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true),
  };
}

function unpacked(
  bytes: Uint8Array,
  view: DataView,
  { name, encrypted, method, crc, packed, size, at }: ReadEntry,
  packing: Packing,
): Reading<Uint8Array, ZipFault> {
  if (encrypted) return refused('encrypted', name);
  if (method !== stored && method !== deflated) return refused('unknownMethod', `${name}: ${method}`);
  if (at + sizes.local > bytes.length || view.getUint32(at, true) !== signatures.local)
    return refused('truncated', name);
  const from = at + sizes.local + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  if (from + packed > bytes.length) return refused('truncated', name);
  const part = bytes.subarray(from, from + packed);
  try {
    const content = method === stored ? part : packing.inflateRaw(part, size);
    if (content.length !== size || packing.crc32(content) >>> 0 !== crc) return refused('damaged', name);
    return { ok: true, value: content };
  } catch {
    return refused('damaged', name);
  }
}
