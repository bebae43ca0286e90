import type { Zone } from '@sweepline/contract';
import { mapLimits } from '@sweepline/contract';
import {
  areasOf,
  maskZones,
  parsePgm,
  pictureOf,
  rosMap,
  rosMapMeta,
  sizeFault,
  UNKNOWN,
  type Grid,
  type Picture,
  type PictureFault,
  type Reading,
  type RosMetaFault,
} from '@sweepline/map-core';
import { parse } from 'yaml';
import { wrongField } from '../../../platform/calls/ctx.ts';
import { fileReasons, wrongMapFile } from './map-file-refusal.ts';
import { isPng, packPng, sizeOfPng, unpackPng } from '../../../platform/files/png.ts';

/** A map that was read from the files of an upload. */
export interface ReadMap {
  grid: Grid;
  areas: ReturnType<typeof areasOf>;
  /** The mask's pieces as no-go zones. */
  zones: Zone[];
}

/** Reads a ROS `map_server` map: `picture` (PGM or PNG) and `yaml`, with an optional keep-out `mask` of the same kind. */
export async function readRosMap(files: ReadonlyMap<string, Buffer>): Promise<ReadMap> {
  const grid = await readGrid(files.get('picture'), files.get('yaml'), 'picture', 'yaml');
  const mask = files.get('mask');
  // A mask without its own YAML has the frame of the map.
  const maskYaml = files.get('maskYaml') ?? files.get('yaml');
  const zones = mask ? noGoZones(await readGrid(mask, maskYaml, 'mask', 'maskYaml'), grid) : [];
  return { grid, areas: areasOf(grid), zones };
}

/** 8-bit grey: 0 occupied, 254 free, 205 unknown. */
export const gridPng = ({ width, height, cells }: Grid) =>
  packPng({ width, height, channels: 1, data: cells });

async function readGrid(
  picture: Buffer | undefined,
  yaml: Buffer | undefined,
  pictureName: string,
  yamlName: string,
): Promise<Grid> {
  if (!picture) throw wrongField(pictureName, 'REQUIRED');
  if (!yaml) throw wrongField(yamlName, 'REQUIRED');
  const meta = valueOf(yamlName, rosMapMeta(readYaml(yamlName, yaml)));
  return valueOf(pictureName, rosMap(meta, await readPicture(pictureName, picture)));
}

/** Returns the value, or throws the refusal with the file and its fault. */
function valueOf<T>(file: string, reading: Reading<T, PictureFault | RosMetaFault>): T {
  if (reading.ok) return reading.value;
  throw wrongMapFile(file, fileReasons[reading.fault]);
}

function readYaml(name: string, bytes: Buffer): unknown {
  if (bytes.length > mapLimits.yamlBytes) throw wrongMapFile(name, 'YAML_TOO_LARGE');
  try {
    // Aliases can expand a small file into a huge document.
    return parse(bytes.toString('utf8'), { maxAliasCount: 0, schema: 'core' }) as unknown;
  } catch {
    throw wrongMapFile(name, 'NOT_YAML');
  }
}

async function readPicture(name: string, bytes: Buffer): Promise<Picture> {
  if (isPng(bytes)) return await readPng(name, bytes);
  return valueOf(name, parsePgm(bytes));
}

async function readPng(name: string, bytes: Buffer): Promise<Picture> {
  // The size is checked before the picture is unpacked. The unpacked data must then have this size.
  const size = sizeOfPng(bytes);
  if (!size) throw wrongMapFile(name, 'PICTURE_TRUNCATED');
  const { width, height } = size;
  const fault = sizeFault(width, height);
  if (fault) throw wrongMapFile(name, fileReasons[fault]);
  const pixels = await unpackPng(bytes).catch(() => {
    throw wrongMapFile(name, 'NOT_PNG');
  });
  const { opacity, ...picture } = pictureOf(pixels);
  // Transparent pixels are unknown.
  opacity?.forEach((value, pixel) => {
    if (value < 128) picture.pixels[pixel] = UNKNOWN;
  });
  return picture;
}

function noGoZones(mask: Grid, ground: Grid): Zone[] {
  const pieces = maskZones(mask, { ground, maxCorners: mapLimits.zoneCorners });
  if (pieces.length > mapLimits.elements) throw wrongMapFile('mask', 'MASK_PIECES');
  return pieces.map((points, index) => ({
    id: `mask-${index + 1}`,
    type: 'NO_GO',
    name: `No-go ${index + 1}`,
    points,
  }));
}
