import type { ErrorName } from '@sweepline/contract';
import { z } from 'zod';
import type { ReplyCode } from '@sweepline/contract/robot';
import { Refusal, wrongField } from '../platform/calls/ctx.ts';

export type RefusalCode =
  | Extract<
      ReplyCode,
      | 'OFFLINE'
      | 'TIMED_OUT'
      | 'UNSUPPORTED'
      | 'MODE_FORBIDS'
      | 'BUSY_REPLENISHING'
      | 'RUN_ACTIVE'
      | 'RELOCATING'
      | 'FROZEN'
      | 'MAP_DIFFERS'
    >
  | 'CHANGES_SERVER'
  | 'UPDATING'
  | 'RELOCATING_ALREADY'
  | 'RELOCATION_AT_WORK'
  | 'RELOCATION_CHARGING'
  | 'RELOCATION_MODE'
  | 'NOT_RELOCATING'
  | 'DRIVE_RELOCATING'
  | 'DRIVE_RUNNING'
  | 'DRIVE_CHARGING'
  | 'NO_WAKE_LINE'
  | 'NO_SIM_CARD'
  | 'BATTERY_LOW'
  | 'FAULT'
  | 'FAULT_CLEANING'
  | 'CHARGES_ALREADY'
  | 'NO_STATE'
  | 'NO_POSITION'
  | 'MAP_IN_USE'
  | 'MAP_NOT_ON_ROBOT'
  | 'MAP_ON_ITS_WAY'
  | 'MAP_REFUSED'
  | 'CAMERAS_BUSY'
  | 'VIEWERS_FULL'
  | 'NO_VIEW'
  | 'NO_LIVE_VIDEO'
  | 'RECORDING_TAKEN'
  | 'SHELL_TAKEN'
  | 'WRONG_STATE'
  | 'FAILED'
  | FieldCode;

/** Refusals about one field of the call. */
const fieldNames = {
  ZONES_UNCONFIRMED: 'withoutZones',
  PATH_FORBIDDEN: 'path',
  PATH_EMPTY: 'path',
} as const;
type FieldCode = keyof typeof fieldNames;

/** The gateway refuses a request, with the reason. Handlers turn it into an answer. */
export class RobotRefusal extends Error {
  readonly code: RefusalCode;
  /** The robot, where the refusal names it; the person who has a shell on it or records it. */
  readonly device: string;
  constructor(code: RefusalCode, device = '') {
    super(code);
    this.code = code;
    this.device = device;
  }
}

export const refuse = (code: RefusalCode, device = ''): never => {
  throw new RobotRefusal(code, device);
};

/** The refusal of the call for each refusal of the gateway. */
const refusalNames: Record<Exclude<RefusalCode, FieldCode>, ErrorName> = {
  OFFLINE: 'deviceOffline',
  CHANGES_SERVER: 'deviceChangesServer',
  TIMED_OUT: 'deviceUnresponsive',
  FAILED: 'deviceUnresponsive',
  UNSUPPORTED: 'notSupported',
  MODE_FORBIDS: 'modeForbids',
  NO_STATE: 'stateUnknown',
  NO_POSITION: 'positionUnknown',
  FAULT: 'faultForbidsDriving',
  FAULT_CLEANING: 'faultForbidsCleaning',
  CHARGES_ALREADY: 'chargesAlready',
  BUSY_REPLENISHING: 'deviceResupplying',
  RUN_ACTIVE: 'runActive',
  RELOCATING: 'relocating',
  UPDATING: 'updating',
  RELOCATING_ALREADY: 'relocatingAlready',
  RELOCATION_AT_WORK: 'relocationAtWork',
  RELOCATION_CHARGING: 'relocationCharging',
  RELOCATION_MODE: 'relocationMode',
  NOT_RELOCATING: 'notRelocating',
  DRIVE_RELOCATING: 'driveRelocating',
  DRIVE_RUNNING: 'driveRunning',
  DRIVE_CHARGING: 'driveCharging',
  NO_WAKE_LINE: 'noWakeLine',
  NO_SIM_CARD: 'noSimCard',
  FROZEN: 'deviceFrozen',
  MAP_DIFFERS: 'onOtherMap',
  MAP_IN_USE: 'mapInUse',
  MAP_NOT_ON_ROBOT: 'mapNotOnRobot',
  MAP_ON_ITS_WAY: 'mapOnItsWay',
  MAP_REFUSED: 'mapRefused',
  BATTERY_LOW: 'batteryLow',
  CAMERAS_BUSY: 'camerasBusy',
  VIEWERS_FULL: 'viewersFull',
  NO_VIEW: 'notFound',
  NO_LIVE_VIDEO: 'noLiveVideo',
  RECORDING_TAKEN: 'recordingTaken',
  SHELL_TAKEN: 'shellTaken',
  WRONG_STATE: 'wrongState',
};

const isFieldCode = (code: RefusalCode): code is FieldCode => Object.hasOwn(fieldNames, code);

/** A person may overrule the missing confirmation of zones, so the refusal names the field for it. */
const callRefusalOf = ({ code, device }: RobotRefusal) => {
  if (code === 'SHELL_TAKEN' || code === 'RECORDING_TAKEN')
    return new Refusal(refusalNames[code], { words: { name: device } });
  if (!isFieldCode(code)) return new Refusal(refusalNames[code]);
  const field = fieldNames[code];
  return code === 'ZONES_UNCONFIRMED' ? wrongField(field, code, { device }) : wrongField(field, code);
};

/** Awaits the gateway and converts its refusals to those of calls. */
export async function withCallRefusals<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    throw error instanceof RobotRefusal ? callRefusalOf(error) : error;
  }
}

const isRefusalCode = (code: string): code is RefusalCode =>
  Object.hasOwn(fieldNames, code) || Object.hasOwn(refusalNames, code);
const sentRefusal = z.object({ code: z.string(), device: z.string() });

/** A refusal as one server sends it to another; undefined for any other error. */
export const encodeRefusal = (error: unknown): z.output<typeof sentRefusal> | undefined =>
  error instanceof RobotRefusal ? { code: error.code, device: error.device } : undefined;

/** The refusal that another server sent. A newer server may have reasons that this one does not know. */
export function decodeRefusal(content: unknown): RobotRefusal {
  const { code, device } = sentRefusal.parse(content);
  return new RobotRefusal(isRefusalCode(code) ? code : 'FAILED', device);
}
