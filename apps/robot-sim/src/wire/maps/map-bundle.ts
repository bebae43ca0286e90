import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import {
  bundleElements,
  bundleFiles,
  bundleLimits,
  bundleMeta,
  toBundleElements,
} from '@sweepline/contract/robot';
import { FREE, OCCUPIED, UNKNOWN, unzip, zipOf, type Packing } from '@sweepline/map-core';
import { decode, encode } from 'fast-png';
import { Refused } from '../connection/refused.ts';
import type { World } from '../../world/world.ts';

const packing: Packing = {
  deflateRaw: (bytes) => deflateRawSync(bytes),
  inflateRaw: (bytes, maxBytes) => inflateRawSync(bytes, { maxOutputLength: Math.max(1, maxBytes) }),
  crc32,
};
const json = (document: unknown) => Buffer.from(JSON.stringify(document));
const bad = (reason: string) => new Refused('MAP_FORMAT_INVALID', reason);

/** Reads a floor from a bundle (docs/protocol/maps.md#map-bundle). Throws `Refused` for an unusable bundle. */
export function worldOf(bytes: Uint8Array): World {
  const limits = { entries: bundleLimits.entries, bytes: bundleLimits.unpackedBytes };
  const files = unzip(bytes, limits, packing);
  if (!files.ok) throw bad(files.fault);
  const file = (name: string) => {
    const content = files.value.get(name);
    if (!content) throw bad(`no ${name}`);
    return content;
  };
  const text = (name: string): unknown => JSON.parse(Buffer.from(file(name)).toString('utf8'));
  const meta = bundleMeta.safeParse(text(bundleFiles.meta));
  const elements = bundleElements.safeParse(text(bundleFiles.elements));
  if (!meta.success || !elements.success) throw bad('not as agreed');
  const { mapId, mapVersion, name, widthPx, heightPx, resolution, originX, originY } = meta.data;
  const picture = decode(file(bundleFiles.grid));
  if (picture.width !== widthPx || picture.height !== heightPx || picture.channels !== 1)
    throw bad('the picture is another');
  const cells = Uint8Array.from(picture.data, (grey) =>
    grey === FREE || grey === OCCUPIED ? grey : UNKNOWN,
  );
  const grid = { width: widthPx, height: heightPx, resolution, originX, originY, cells };
  return { mapId, mapVersion, name, grid, elements: toBundleElements(elements.data) };
}

/** Packs a floor into a bundle for the server. */
export function bundleFor(
  { mapId, mapVersion, name, grid, elements }: World,
  parentVersion: string,
  deviceSn: string,
): Uint8Array {
  const { width, height, resolution, originX, originY, cells } = grid;
  const meta = {
    format: 'map-1',
    mapId,
    mapVersion,
    parentVersion,
    name,
    mode: 'AUTO_SCAN',
    floor: null,
    resolution,
    originX,
    originY,
    widthPx: width,
    heightPx: height,
    deviceSn,
  };
  const png = encode({ width, height, data: cells, channels: 1, depth: 8 });
  return zipOf(
    new Map([
      [bundleFiles.meta, json(meta)],
      [bundleFiles.grid, png],
      [bundleFiles.elements, json(elements)],
    ]),
    packing,
  );
}
