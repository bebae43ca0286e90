import type { Zone } from '@sweepline/contract';
import { mapLimits } from '@sweepline/contract';
import {
  areasOf,
  maskZones,
  parsePgm,
  rosMap,
  rosMapMeta,
  sizeFault,
  type Grid,
  type Picture,
  type PictureFault,
  type Reading,
  type RosMetaFault,
} from '@sweepline/map-core';
import { encode, type DecodedPng } from 'fast-png';
import { parse } from 'yaml';
import { Refusal, wrongField } from '../../../platform/calls/ctx.ts';
import { fileReasons, wrongMapFile } from './map-file-refusal.ts';
import { isPng, sizeOfPng, unpackPng } from '../../../platform/files/png.ts';

/** A map that was read from the files of an upload. */
export interface ReadMap {
  grid: Grid;
  areas: ReturnType<typeof areasOf>;
  /** The mask's pieces as no-go zones. */
  zones: Zone[];
}

/** Reads a ROS `map_server` map: `picture` (PGM or PNG) and `yaml`, with an optional keep-out `mask` of the same kind. */
export function readRosMap(files: ReadonlyMap<string, Buffer>): ReadMap {
  const grid = readGrid(files.get('picture'), files.get('yaml'), 'picture', 'yaml');
  const mask = files.get('mask');
  // A mask without its own YAML has the frame of the map.
  const maskYaml = files.get('maskYaml') ?? files.get('yaml');
  const zones = mask ? noGoZones(readGrid(mask, maskYaml, 'mask', 'maskYaml'), grid) : [];
  return { grid, areas: areasOf(grid), zones };
}

/** 8-bit grey: 0 occupied, 254 free, 205 unknown. */
export const gridPng = ({ width, height, cells }: Grid): Uint8Array =>
  encode({ width, height, data: cells, channels: 1, depth: 8 });

function readGrid(
  picture: Buffer | undefined,
  yaml: Buffer | undefined,
  pictureName: string,
  yamlName: string,
): Grid {
  if (!picture) throw wrongField(pictureName, 'REQUIRED');
  if (!yaml) throw wrongField(yamlName, 'REQUIRED');
  const meta = valueOf(yamlName, rosMapMeta(readYaml(yamlName, yaml)));
  return valueOf(pictureName, rosMap(meta, readPicture(pictureName, picture)));
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

function readPicture(name: string, bytes: Buffer): Picture {
  if (isPng(bytes)) return readPng(name, bytes);
  return valueOf(name, parsePgm(bytes));
}

function readPng(name: string, bytes: Buffer): Picture {
  // The size is checked before the picture is unpacked. The unpacked data must then have this size.
  const size = sizeOfPng(bytes);
  if (!size) throw wrongMapFile(name, 'PICTURE_TRUNCATED');
  const { width, height } = size;
  const fault = sizeFault(width, height);
  if (fault) throw wrongMapFile(name, fileReasons[fault]);
  try {
    return grey(unpackPng(bytes));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw wrongMapFile(name, 'NOT_PNG');
  }
}

/** One grey byte per pixel: the mean of the colours, as in `map_server`. Transparent pixels are unknown. */
function grey({ width, height, data, depth, channels, palette }: DecodedPng): Picture {
  const pixels = new Uint8Array(width * height);
  const full = 2 ** depth - 1;
  const colours = channels < 3 ? 1 : 3;
  for (let i = 0; i < pixels.length; i++) {
    if (palette) {
      const [r = 0, g = 0, b = 0] = palette[data[i]!] ?? [];
      pixels[i] = Math.round((r + g + b) / 3);
      continue;
    }
    const at = i * channels;
    let sum = 0;
    for (let c = 0; c < colours; c++) sum += data[at + c]!;
    const opaque = channels === colours || data[at + colours]! > full / 2;
    pixels[i] = opaque ? Math.round((sum / colours / full) * 255) : 205;
  }
  return { width, height, pixels };
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
