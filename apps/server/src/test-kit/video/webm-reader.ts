interface Element {
  id: string;
  /** Where it begins, and its content. */
  at: number;
  content: Buffer;
  contentAt: number;
}

const lengthOf = (first: number) => Math.clz32(first) - 23;

function elementsIn(bytes: Buffer, offset = 0): Element[] {
  const elements: Element[] = [];
  for (let at = 0; at < bytes.length;) {
    const idLength = lengthOf(bytes[at]!);
    const sizeLength = lengthOf(bytes[at + idLength]!);
    const sizeAt = at + idLength;
    const raw = bytes.readUIntBE(sizeAt + (sizeLength === 8 ? 2 : 0), sizeLength === 8 ? 6 : sizeLength);
    const size = sizeLength === 8 ? raw : raw - 2 ** (7 * sizeLength);
    const start = sizeAt + sizeLength;
    const content = bytes.subarray(start, start + size);
    if (content.length !== size) throw new Error(`the element at ${offset + at} is cut off`);
    elements.push({
      id: bytes.toString('hex', at, sizeAt),
      at: offset + at,
      content,
      contentAt: offset + start,
    });
    at = start + size;
  }
  return elements;
}

const childOf = ({ content, contentAt }: Element, id: string): Element => {
  const child = elementsIn(content, contentAt).find((it) => it.id === id);
  if (!child) throw new Error(`no element ${id}`);
  return child;
};
const numberIn = ({ content }: Element) => Number(content.readBigUInt64BE());

/** What a player reads of a file of WebM. It throws where the file is cut off or an element is missing. */
export function readWebm(bytes: Buffer) {
  const [head, segment, ...rest] = elementsIn(bytes);
  if (head?.id !== '1a45dfa3' || segment?.id !== '18538067' || rest.length > 0)
    throw new Error('not a WebM file');
  const children = elementsIn(segment.content, segment.contentAt);
  const clusters = children
    .filter(({ id }) => id === '1f43b675')
    .map((cluster) => {
      const ms = numberIn(childOf(cluster, 'e7'));
      const blocks = elementsIn(cluster.content)
        .filter(({ id }) => id === 'a3')
        .map(({ content }) => ({
          ms: ms + content.readInt16BE(1),
          isKey: content[3] === 0x80,
          data: content.subarray(4),
        }));
      return { ms, at: cluster.at - segment.contentAt, blocks };
    });
  const [info, tracks, seek, cues] = ['1549a966', '1654ae6b', '114d9b74', '1c53bb6b'].map((id) =>
    childOf(segment, id),
  ) as [Element, Element, Element, Element];
  const video = childOf(childOf(tracks, 'ae'), 'e0');
  return {
    docType: childOf(head, '4282').content.toString(),
    codec: childOf(childOf(tracks, 'ae'), '86').content.toString(),
    width: numberIn(childOf(video, 'b0')),
    height: numberIn(childOf(video, 'ba')),
    durationMs: childOf(info, '4489').content.readDoubleBE(),
    clusters,
    frames: clusters.flatMap(({ blocks }) => blocks),
    /** Whether the head names where the cues are. */
    isSeekable: numberIn(childOf(childOf(seek, '4dbb'), '53ac')) === cues.at - segment.contentAt,
    cues: elementsIn(cues.content).map((cue) => ({
      ms: numberIn(childOf(cue, 'b3')),
      at: numberIn(childOf(childOf(cue, 'b7'), 'f1')),
    })),
  };
}
