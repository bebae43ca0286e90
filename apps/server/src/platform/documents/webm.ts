/** A picture of VP8, `ms` after the first one. */
export interface WebmFrame {
  data: Uint8Array;
  isKey: boolean;
  ms: number;
}

/** What the head and the tail of a file name: all that stands between them is clusters. */
interface WebmClip {
  width: number;
  height: number;
  durationMs: number;
  recordedAt: string;
  /** The bytes of all clusters. */
  bytes: number;
  /** Clusters that begin with a key frame: their time, and where they begin among the clusters. */
  cues: readonly (readonly [ms: number, at: number])[];
}

const epochMs = Date.UTC(2001, 0, 1);
const [track, keyFrame] = [0x81, 0x80];
/** IDs of EBML that stand in more than one place. */
const [segmentId, cuesId] = ['18538067', '1c53bb6b'];

const bytesOf = (id: string) => Buffer.from(id, 'hex');
const uint = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
};
const float = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
};

/** An element of less than 256 MB. Its size has always four bytes, so that the length of the head does not depend on its values. */
function element(id: string, ...content: Uint8Array[]): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(0x1000_0000 + content.reduce((sum, { length }) => sum + length, 0));
  return Buffer.concat([bytesOf(id), size, ...content]);
}

function blockOf({ data, isKey, ms }: WebmFrame, clusterMs: number): Buffer {
  const head = Buffer.alloc(4);
  head[0] = track;
  head.writeInt16BE(ms - clusterMs, 1);
  head[3] = isKey ? keyFrame : 0;
  return element('a3', head, data);
}

/** Pictures of less than 32 s, in their order. */
export const webmCluster = (frames: readonly WebmFrame[]): Buffer => {
  const [first] = frames;
  const ms = first?.ms ?? 0;
  return element('1f43b675', element('e7', uint(ms)), ...frames.map((frame) => blockOf(frame, ms)));
};

const ebmlHead = element(
  '1a45dfa3',
  element('4286', uint(1)),
  element('42f7', uint(1)),
  element('42f2', uint(4)),
  element('42f3', uint(8)),
  element('4282', Buffer.from('webm')),
  element('4287', uint(2)),
  element('4285', uint(2)),
);

const seekHead = (cuesAt: number) =>
  element('114d9b74', element('4dbb', element('53ab', bytesOf(cuesId)), element('53ac', uint(cuesAt))));

const infoOf = ({ durationMs, recordedAt }: WebmClip) =>
  element(
    '1549a966',
    element('2ad7b1', uint(1_000_000)),
    element('4489', float(durationMs)),
    element('4461', uint((Date.parse(recordedAt) - epochMs) * 1_000_000)),
    element('4d80', Buffer.from('Sweepline')),
    element('5741', Buffer.from('Sweepline')),
  );

const tracksOf = ({ width, height }: WebmClip) =>
  element(
    '1654ae6b',
    element(
      'ae',
      element('d7', uint(1)),
      element('73c5', uint(1)),
      element('83', uint(1)),
      element('9c', uint(0)),
      element('86', Buffer.from('V_VP8')),
      element('e0', element('b0', uint(width)), element('ba', uint(height))),
    ),
  );

const cuesOf = ({ cues }: WebmClip, clustersAt: number) =>
  element(
    cuesId,
    ...cues.map(([ms, at]) =>
      element(
        'bb',
        element('b3', uint(ms)),
        element('b7', element('f7', uint(1)), element('f1', uint(clustersAt + at))),
      ),
    ),
  );

/** What stands before and after the clusters. With the duration and the cues a browser can seek. */
export function webmEnds(clip: WebmClip): { head: Buffer; tail: Buffer } {
  const rest = Buffer.concat([infoOf(clip), tracksOf(clip)]);
  const clustersAt = seekHead(0).length + rest.length;
  const tail = cuesOf(clip, clustersAt);
  const size = uint(clustersAt + clip.bytes + tail.length);
  // A size of eight bytes.
  size[0] = 0x01;
  const head = [ebmlHead, bytesOf(segmentId), size, seekHead(clustersAt + clip.bytes), rest];
  return { head: Buffer.concat(head), tail };
}
