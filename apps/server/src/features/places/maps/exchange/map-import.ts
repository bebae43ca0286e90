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
  type Grid,
  type Picture,
  type PictureFault,
  type Reading,
  type RosMap,
  type RosMapFault,
  type RosMapNotes,
  type RosMetaFault,
  type SavedUnknown,
} from '@sweepline/map-core';
import { parse } from 'yaml';
import { wrongField } from '../../../../platform/calls/ctx.ts';
import { fileReasons, wrongMapFile } from './map-file-refusal.ts';
import { isPng, packPng, sizeOfPng, unpackPng } from '../../../../platform/files/png.ts';

/** A map that was read from the files of an upload. */
export interface ReadMap {
  grid: Grid;
  notes: RosMapNotes;
  areas: ReturnType<typeof areasOf>;
  /** The mask's pieces as no-go zones. */
  zones: Zone[];
}

/** Reads a ROS `map_server` map: `picture` (PGM or PNG) and `yaml`, with an optional keep-out `mask` of the same kind. */
export async function readRosMap(
  files: ReadonlyMap<string, Buffer>,
  savedUnknown?: SavedUnknown,
): Promise<ReadMap> {
  const read = (picture: string, yaml: string, yamlName = yaml) =>
    readOne({ picture, bytes: files.get(picture), yaml: yamlName, yamlBytes: files.get(yaml), savedUnknown });
  const { grid, notes } = await read('picture', 'yaml');
  // A mask without its own YAML has the frame of the map.
  const maskYaml = files.has('maskYaml') ? 'maskYaml' : 'yaml';
  const zones = files.has('mask') ? noGoZones((await read('mask', maskYaml, 'maskYaml')).grid, grid) : [];
  return { grid, notes, areas: areasOf(grid), zones };
}

/** 8-bit grey: 0 occupied, 254 free, 205 unknown. */
export const gridPng = ({ width, height, cells }: Grid) =>
  packPng({ width, height, channels: 1, data: cells });

interface Source {
  /** Field names of the files, for refusals. */
  picture: string;
  yaml: string;
  bytes: Buffer | undefined;
  yamlBytes: Buffer | undefined;
  savedUnknown: SavedUnknown | undefined;
}

async function readOne({ picture, bytes, yaml, yamlBytes, savedUnknown }: Source): Promise<RosMap> {
  if (!bytes) throw wrongField(picture, 'REQUIRED');
  if (!yamlBytes) throw wrongField(yaml, 'REQUIRED');
  const meta = valueOf(yaml, rosMapMeta(readYaml(yaml, yamlBytes)));
  return valueOf(picture, rosMap(meta, await readPicture(picture, bytes), savedUnknown));
}

/** Returns the value, or throws the refusal with the file and its fault. */
function valueOf<T>(file: string, reading: Reading<T, PictureFault | RosMetaFault | RosMapFault>): T {
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
  return pictureOf(pixels);
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
