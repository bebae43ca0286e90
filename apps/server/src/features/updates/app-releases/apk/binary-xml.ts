import { chunksOf, chunkTypes, readValue, valueTypes, type TypedValue } from './chunks.ts';
import { readStringPool, type StringPool } from './string-pool.ts';

const noIndex = 0xff_ff_ff_ff;
const elementHeadBytes = 16;
const attributeBytes = 20;

export interface XmlAttribute {
  /** The id of Android for the name; 0 for a name without one. Some packers leave the names of the others empty. */
  resourceId: number;
  name: string;
  value: TypedValue;
  /** The text, where the value is one. */
  text: string | undefined;
}

export interface XmlElement {
  name: string;
  attributes: XmlAttribute[];
}

interface Names {
  strings: StringPool;
  resourceIds: readonly number[];
}

function readElement(bytes: Buffer, { strings, resourceIds }: Names): XmlElement {
  const name = strings.at(bytes.readUInt32LE(elementHeadBytes + 4)) ?? '';
  const start = elementHeadBytes + bytes.readUInt16LE(elementHeadBytes + 8);
  const width = Math.max(attributeBytes, bytes.readUInt16LE(elementHeadBytes + 10));
  const count = bytes.readUInt16LE(elementHeadBytes + 12);
  const attributes = Array.from({ length: count }, (_, n): XmlAttribute => {
    const at = start + n * width;
    const [nameIndex, rawIndex] = [bytes.readUInt32LE(at + 4), bytes.readUInt32LE(at + 8)];
    const value = readValue(bytes, at + 12);
    const index = value.type === valueTypes.string ? value.data : rawIndex;
    return {
      resourceId: resourceIds[nameIndex] ?? 0,
      name: strings.at(nameIndex) ?? '',
      value,
      text: index === noIndex ? undefined : strings.at(index),
    };
  });
  return { name, attributes };
}

/** The elements of a binary XML in their order. Throws a `RangeError` for a damaged one. */
export function readBinaryXml(bytes: Buffer): XmlElement[] {
  if (bytes.readUInt16LE(0) !== chunkTypes.xml) throw new RangeError('no binary XML');
  const elements: XmlElement[] = [];
  const names: Names = { strings: { at: () => undefined }, resourceIds: [] };
  for (const { type, headBytes, bytes: chunk } of chunksOf(bytes, bytes.readUInt16LE(2))) {
    if (type === chunkTypes.strings) names.strings = readStringPool(chunk);
    if (type === chunkTypes.resourceMap) {
      const count = Math.floor((chunk.length - headBytes) / 4);
      names.resourceIds = Array.from({ length: count }, (_, n) => chunk.readUInt32LE(headBytes + 4 * n));
    }
    if (type === chunkTypes.startElement) elements.push(readElement(chunk, names));
  }
  return elements;
}
