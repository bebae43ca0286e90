const blockBytes = 512;

export interface TarEntry {
  path: string;
  bytes: number;
  mode: number;
  kind: 'FILE' | 'FOLDER' | 'LINK';
  /** The target of a link. */
  target: string;
}

/** Gets the entries of an archive in their order. */
export interface TarSink {
  begin(entry: TarEntry): void;
  content(bytes: Buffer): void;
  end(): void;
}

const textOf = (block: Buffer, from: number, length: number) =>
  block.toString('utf8', from, from + length).split('\0')[0] ?? '';

/** A number in octal digits, or in binary when its first bit is set. */
function numberOf(block: Buffer, from: number, length: number): number {
  if (((block[from] ?? 0) & 0x80) === 0) return Number.parseInt(textOf(block, from, length).trim() || '0', 8);
  return Number(block.readBigUInt64BE(from + length - 8));
}

const kinds: Partial<Record<string, TarEntry['kind']>> = {
  '0': 'FILE',
  '\0': 'FILE',
  '5': 'FOLDER',
  '2': 'LINK',
};

function entryOf(block: Buffer): TarEntry {
  const sum = block.reduce((total, byte, n) => total + (n >= 148 && n < 156 ? 32 : byte), 0);
  if (sum !== numberOf(block, 148, 8)) throw new Error('a header of the archive is damaged');
  const kind = kinds[String.fromCharCode(block[156] ?? 0)];
  const [prefix, name] = [textOf(block, 345, 155), textOf(block, 0, 100)];
  const path = prefix ? `${prefix}/${name}` : name;
  // Paths come from a file that may have been changed: none may lead out of the folder.
  if (!kind || path.startsWith('/') || path.split('/').includes('..'))
    throw new Error(`the archive has an entry that it may not have: ${path}`);
  return {
    path,
    kind,
    bytes: numberOf(block, 124, 12),
    mode: numberOf(block, 100, 8),
    target: textOf(block, 157, 100),
  };
}

/** Reads a tar archive from pieces of any size, such as `BASE_BACKUP` sends one. Memory holds one header at most. */
export function createTarReader(sink: TarSink) {
  let header = Buffer.alloc(0);
  let contentLeft = 0;
  let paddingLeft = 0;
  let isOver = false;

  const begin = (block: Buffer) => {
    if (block.every((byte) => byte === 0)) return void (isOver = true);
    const entry = entryOf(block);
    contentLeft = entry.kind === 'FILE' ? entry.bytes : 0;
    paddingLeft = (blockBytes - (contentLeft % blockBytes)) % blockBytes;
    sink.begin(entry);
    if (contentLeft === 0) sink.end();
  };

  return {
    push(piece: Buffer): void {
      for (let rest = piece; rest.length > 0 && !isOver;) {
        if (contentLeft > 0) {
          const content = rest.subarray(0, contentLeft);
          sink.content(content);
          contentLeft -= content.length;
          rest = rest.subarray(content.length);
          if (contentLeft === 0) sink.end();
        } else if (paddingLeft > 0) {
          const skipped = Math.min(paddingLeft, rest.length);
          paddingLeft -= skipped;
          rest = rest.subarray(skipped);
        } else {
          const taken = rest.subarray(0, blockBytes - header.length);
          header = Buffer.concat([header, taken]);
          rest = rest.subarray(taken.length);
          if (header.length === blockBytes) {
            begin(header);
            header = Buffer.alloc(0);
          }
        }
      }
    },
    /** Throws if the archive ends within an entry. */
    finish(): void {
      if (contentLeft > 0 || (header.length > 0 && !isOver)) throw new Error('the archive is cut');
    },
  };
}
