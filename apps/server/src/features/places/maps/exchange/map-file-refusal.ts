import {
  fieldReason,
  mapLimits,
  type FieldReason,
  type ReasonArguments,
  type ReasonCode,
} from '@sweepline/contract';
import type { PictureFault, RosMapFault, RosMetaFault, ZipFault } from '@sweepline/map-core';
import { Refusal } from '../../../../platform/calls/ctx.ts';
import type { LifFault } from './map-lif-rules.ts';

/** The reason of each fault of a picture or its YAML. */
export const fileReasons = {
  notPgm: 'NOT_PGM',
  badHeader: 'PICTURE_HEADER',
  badPixel: 'PICTURE_PIXEL',
  truncated: 'PICTURE_TRUNCATED',
  lineEnds: 'PICTURE_LINE_ENDS',
  empty: 'PICTURE_EMPTY',
  tooLarge: 'PICTURE_TOO_LARGE',
  notAMapping: 'NOT_MAP_YAML',
  missing: 'MAP_YAML_INCOMPLETE',
  notANumber: 'MAP_YAML_NUMBER',
  resolutionOutOfRange: 'RESOLUTION_OUT_OF_RANGE',
  originOutOfRange: 'ORIGIN_OUT_OF_RANGE',
  turnedTooLarge: 'TURNED_TOO_LARGE',
  thresholdOutOfRange: 'THRESHOLD_OUT_OF_RANGE',
  thresholdsCrossed: 'THRESHOLDS_CROSSED',
  badNegate: 'NEGATE_OUT_OF_RANGE',
  unknownMode: 'UNKNOWN_MAP_MODE',
} as const satisfies Record<PictureFault | RosMetaFault | RosMapFault, ReasonCode>;

export const zipReasons = {
  notZip: 'NOT_ZIP',
  tooMany: 'ZIP_TOO_MANY_FILES',
  tooLarge: 'ZIP_TOO_LARGE',
  truncated: 'ZIP_DAMAGED',
  damaged: 'ZIP_DAMAGED',
  unsafeName: 'ZIP_NAMES',
  duplicateName: 'ZIP_NAMES',
  encrypted: 'ZIP_ENCRYPTED',
  unknownMethod: 'ZIP_METHOD',
} as const satisfies Record<ZipFault, ReasonCode>;

const lifReasons: Record<LifFault, (place: string) => FieldReason> = {
  notLif: () => fieldReason('NOT_LIF'),
  badNode: (place) => fieldReason('LIF_NODE', { place }),
  noNodes: () => fieldReason('LIF_EMPTY'),
  tooManyNodes: () => fieldReason('LIF_TOO_MANY_NODES', { max: mapLimits.elements }),
};

/** The same reason at the file and in the message. */
export const mapFileDetails = (file: string, reason: FieldReason) => ({
  words: { reason },
  fields: { [file]: reason },
});

/** A file of a map that cannot be read. */
export const wrongMapFile = <Code extends ReasonCode>(
  file: string,
  code: Code,
  ...params: ReasonArguments<Code>
) => new Refusal('mapFile', mapFileDetails(file, fieldReason(code, ...params)));

export const wrongLif = (fault: LifFault, place: string) =>
  new Refusal('mapFile', mapFileDetails('lif', lifReasons[fault](place)));
