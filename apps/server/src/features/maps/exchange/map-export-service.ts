import { Readable } from 'node:stream';
import type { MapElements } from '@sweepline/contract';
import { rasterOf, zipOf } from '@sweepline/map-core';
import { eq } from 'drizzle-orm';
import type { BytesAnswer } from '../../../platform/http/bytes.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import { packing } from '../../../platform/files/packing.ts';
import { find } from '../../../platform/db/page.ts';
import { inShortTransaction } from '../../../platform/calls/without-transaction.ts';
import { bundleOf } from './map-bundle-service.ts';
import { pgmOf } from '../cells/map-cells-service.ts';
import { lifOf } from './map-lif-rules.ts';
import { maps } from '../map-table.ts';
import { findVersion } from '../drafts/map-version-service.ts';

const exportFormats = ['BUNDLE', 'ROS', 'LIF'] as const;
export interface WantedExport {
  id: string;
  version?: number | undefined;
  format: (typeof exportFormats)[number];
}

/** A name that every system takes as a file's. */
const fileName = (name: string) => name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 60) || 'map';

/** A version of a map for other programs: our own bundle, a ROS map, or a LIF layout. */
export async function exportMap(ctx: Ctx, { id, version, format }: WantedExport): Promise<BytesAnswer> {
  const { db, files } = ctx.services;
  const { map, row, grid } = await inShortTransaction(ctx, async (tx) => {
    const found = await find(tx, maps, id);
    const wanted = await findVersion(tx, id, version ?? found.version);
    const [file] = await tx.select().from(storedFiles).where(eq(storedFiles.id, wanted.gridFileId));
    return { map: found, row: wanted, grid: file };
  });
  const name = `${fileName(map.name)}_v${row.version}`;
  if (format === 'BUNDLE') {
    const bundle = await bundleOf(db, files, ctx.now, id, row.version);
    return { mediaType: 'application/zip', fileName: `${name}.zip`, open: () => files.open(bundle.sha256) };
  }
  if (format === 'LIF') return textAnswer(`${name}.lif.json`, lifOf(map, row, ctx.now()));
  const pgm = await pgmOf(files, { ...rasterOf(row), sha256: grid?.sha256 ?? '' });
  const yaml = Buffer.from(yamlOf('map.pgm', row));
  const zip = zipOf(
    new Map([
      ['map.pgm', pgm],
      ['map.yaml', yaml],
    ]),
    packing,
  );
  return { mediaType: 'application/zip', fileName: `${name}_ros.zip`, open: () => Readable.from([zip]) };
}

const textAnswer = (fileName: string, document: unknown): BytesAnswer => ({
  // Not JSON to the browser: our own calls answer failures as that.
  mediaType: 'application/octet-stream',
  fileName,
  open: () => Readable.from([JSON.stringify(document, null, 2)]),
});

type Frame = { resolution: number; originX: number; originY: number; elements: MapElements };

/** 205 is 0.196 occupied to `map_server`: only below that is a cell free, so that unknown stays unknown. */
const yamlOf = (image: string, { resolution, originX, originY }: Frame) =>
  [
    `image: ${image}`,
    `resolution: ${resolution}`,
    `origin: [${originX}, ${originY}, 0]`,
    'negate: 0',
    'occupied_thresh: 0.65',
    'free_thresh: 0.196',
    'mode: trinary',
    '',
  ].join('\n');
