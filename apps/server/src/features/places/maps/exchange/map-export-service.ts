import { Readable } from 'node:stream';
import type { MapElements } from '@sweepline/contract';
import { rasterOf, zipOf } from '@sweepline/map-core';
import { eq } from 'drizzle-orm';
import type { BytesAnswer } from '../../../../platform/http/bytes.ts';
import type { Ctx } from '../../../../platform/calls/ctx.ts';
import { storedFiles } from '../../../../platform/files/file-table.ts';
import { packing } from '../../../../platform/files/packing.ts';
import { find } from '../../../../platform/db/page.ts';
import { inShortTransaction } from '../../../../platform/calls/without-transaction.ts';
import { bundleOf } from './map-bundle-service.ts';
import { pgmOf } from '../cells/map-cells-service.ts';
import { lifOf } from './map-lif-rules.ts';
import { maps } from '../../../../entities/places/map-table.ts';
import { findVersion } from '../drafts/map-version-service.ts';

const exportFormats = ['BUNDLE', 'ROS', 'LIF'] as const;
export interface ExportInput {
  id: string;
  version?: number | undefined;
  format: (typeof exportFormats)[number];
}

/** A file name that is valid on every system. */
const fileName = (name: string) => name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 60) || 'map';

/** A version of a map for other programs, as a bundle, a ROS map or a LIF layout. */
export async function exportMap(ctx: Ctx, { id, version, format }: ExportInput): Promise<BytesAnswer> {
  const { db, files } = ctx.services;
  const { map, row, grid } = await inShortTransaction(ctx, async (tx) => {
    const record = await find(tx, maps, id);
    const stored = await findVersion(tx, id, version ?? record.version);
    const [file] = await tx.select().from(storedFiles).where(eq(storedFiles.id, stored.gridFileId));
    return { map: record, row: stored, grid: file };
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
  // Not application/json: the console reads JSON answers as failures.
  mediaType: 'application/octet-stream',
  fileName,
  open: () => Readable.from([JSON.stringify(document, null, 2)]),
});

type Frame = { resolution: number; originX: number; originY: number; elements: MapElements };

/** `map_server` reads 205 as 0.196 occupied. Only values below are free, so unknown cells stay unknown. */
const yamlOf = (image: string, { resolution, originX, originY }: Frame) =>
  [
    // A reader who compares the picture with the imported one finds other values.
    '# 0 occupied, 205 unknown, 254 free. 255 of an imported picture is 254 here.',
    `image: ${image}`,
    `resolution: ${resolution}`,
    `origin: [${originX}, ${originY}, 0]`,
    'negate: 0',
    'occupied_thresh: 0.65',
    'free_thresh: 0.196',
    'mode: trinary',
    '',
  ].join('\n');
