import { expect, test } from 'vitest';
import { readWebm } from '../../test-kit/video/webm-reader.ts';
import { webmCluster, webmEnds, type WebmFrame } from './webm.ts';

const frame = (ms: number, isKey = false): WebmFrame => ({
  data: Buffer.from(`picture at ${ms}`),
  isKey,
  ms,
});

test('a player finds size, duration, each picture and the clusters that begin with a key frame', () => {
  const groups = [[frame(0, true), frame(66)], [frame(1_020), frame(1_086)], [frame(30_000, true)]];
  const clusters = groups.map(webmCluster);
  const starts = clusters.map((_, index) => Buffer.concat(clusters.slice(0, index)).length);
  const bytes = Buffer.concat(clusters);
  const cues = [
    [0, starts[0]!],
    [30_000, starts[2]!],
  ] as const;
  const clip = { width: 640, height: 360, durationMs: 30_000, recordedAt: '2030-01-02T03:04:05.000Z' };
  const { head, tail } = webmEnds({ ...clip, bytes: bytes.length, cues });
  const read = readWebm(Buffer.concat([head, bytes, tail]));
  expect(read).toMatchObject({
    docType: 'webm',
    codec: 'V_VP8',
    width: 640,
    height: 360,
    durationMs: 30_000,
  });
  expect(read.frames.map(({ ms, isKey, data }) => [ms, isKey, data.toString()])).toEqual(
    groups.flat().map(({ ms, isKey, data }) => [ms, isKey, Buffer.from(data).toString()]),
  );
  expect(read.isSeekable).toBe(true);
  expect(read.cues.map(({ at }) => read.clusters.find((cluster) => cluster.at === at)?.ms)).toEqual([
    0, 30_000,
  ]);
});
