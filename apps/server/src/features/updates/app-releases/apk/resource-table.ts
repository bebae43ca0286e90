import { chunksOf, chunkTypes, readValue, valueTypes, type Chunk, type TypedValue } from './chunks.ts';
import { readConfig, type ResourceConfig } from './resource-config.ts';
import { readStringPool, type StringPool } from './string-pool.ts';

const configAt = 20;
const flags = { sparse: 1, shortOffsets: 2, complex: 1, compact: 8 } as const;
const noEntry = 0xff_ff_ff_ff;
/** References lead to references: more steps than this are a circle, or made to take long. */
const maxSteps = 1_000_000;

/** The text of a resource for one configuration of a device. */
export interface ResourceText {
  config: ResourceConfig;
  text: string;
}

interface TypeChunk {
  packageId: number;
  chunk: Chunk;
}

const isSparse = ({ bytes }: Chunk) => (bytes.readUInt8(9) & flags.sparse) !== 0;

/** Where the entry of an index begins in the chunk of its type; undefined without one. */
function entryAt(chunk: Chunk, index: number): number | undefined {
  const { bytes, headBytes } = chunk;
  const [flag, count, start] = [bytes.readUInt8(9), bytes.readUInt32LE(12), bytes.readUInt32LE(16)];
  if (isSparse(chunk)) {
    for (let n = 0; n < count; n++)
      if (bytes.readUInt16LE(headBytes + 4 * n) === index)
        return start + 4 * bytes.readUInt16LE(headBytes + 4 * n + 2);
    return undefined;
  }
  if (index >= count) return undefined;
  if ((flag & flags.shortOffsets) !== 0) {
    const offset = bytes.readUInt16LE(headBytes + 2 * index);
    return offset === 0xff_ff ? undefined : start + 4 * offset;
  }
  const offset = bytes.readUInt32LE(headBytes + 4 * index);
  return offset === noEntry ? undefined : start + offset;
}

/** The value of an entry; undefined for one with several values, such as a style. */
function valueAt({ bytes }: Chunk, at: number): TypedValue | undefined {
  const flag = bytes.readUInt16LE(at + 2);
  if ((flag & flags.compact) !== 0) return { type: flag >>> 8, data: bytes.readUInt32LE(at + 4) };
  return (flag & flags.complex) === 0 ? readValue(bytes, at + bytes.readUInt16LE(at)) : undefined;
}

/** The resources of an app by their ids. */
export class ResourceTable {
  readonly #strings: StringPool;
  readonly #types: readonly TypeChunk[];
  #steps = 0;

  /** Throws a `RangeError` for a damaged table. */
  constructor(bytes: Buffer) {
    if (bytes.readUInt16LE(0) !== chunkTypes.table) throw new RangeError('no table of resources');
    let strings: StringPool = { at: () => undefined };
    const types: TypeChunk[] = [];
    for (const chunk of chunksOf(bytes, bytes.readUInt16LE(2))) {
      if (chunk.type === chunkTypes.strings) strings = readStringPool(chunk.bytes);
      if (chunk.type !== chunkTypes.package) continue;
      const packageId = chunk.bytes.readUInt32LE(8);
      for (const inner of chunksOf(chunk.bytes, chunk.headBytes))
        if (inner.type === chunkTypes.type) types.push({ packageId, chunk: inner });
    }
    this.#strings = strings;
    this.#types = types;
  }

  /** The texts of a resource, one for each configuration that has it. References are followed. */
  textsOf(id: number): ResourceText[] {
    const [packageId, typeId, index] = [id >>> 24, (id >>> 16) & 0xff, id & 0xff_ff];
    return this.#types.flatMap(({ packageId: owner, chunk }) => {
      if (owner !== packageId || chunk.bytes.readUInt8(8) !== typeId) return [];
      this.#steps += isSparse(chunk) ? chunk.bytes.readUInt32LE(12) : 1;
      if (this.#steps > maxSteps) throw new RangeError('references without an end');
      const at = entryAt(chunk, index);
      const value = at === undefined ? undefined : valueAt(chunk, at);
      return value ? this.#textsOfValue(value, readConfig(chunk.bytes, configAt)) : [];
    });
  }

  #textsOfValue({ type, data }: TypedValue, config: ResourceConfig): ResourceText[] {
    // The language of a reference counts; without one, that of its target.
    if (type === valueTypes.reference)
      return this.textsOf(data).map((target) => (config.lang === '' ? target : { ...target, config }));
    const text = type === valueTypes.string ? this.#strings.at(data) : undefined;
    return text === undefined ? [] : [{ config, text }];
  }
}
