import {
  deviceLive,
  driveRights,
  videoSizes,
  driveStatus,
  mapElements,
  openedView,
  runKinds,
  runOrigins,
  syncReasons,
  trailPoint,
  viewRights,
} from '@sweepline/contract';
import {
  alarmCodes,
  cameras,
  commandTypes,
  streamTransports,
  type AlarmCode,
} from '@sweepline/contract/robot';
import { z } from 'zod';
import { commands } from '../entities/devices/command-table.ts';
import { runs } from '../entities/work/run-table.ts';
import type { OwnerMethod } from '../platform/cluster/owner-method.ts';
import { rowSchemaOf } from '../platform/db/row-schema.ts';
import type { ChargeRequest, NavigateRequest, StartRun } from './run-requests.ts';
import type { ActionInput, PlaceRobot, SendCommand, SendResult, TakeControl } from './robots.ts';
import type { SdpAnswer, WatchCamera } from './video-requests.ts';

/** Reads wait shortly: the stored state is nearly as new. */
const readMs = 1_000;
/** Longer than the longest wait of a gateway for a robot, so that the gateway's own refusal arrives. */
const actionMs = 90_000;

/** A value of type `T` that is checked and not changed: a newer server may send more than this one knows. */
const checked = <T>(schema: z.ZodType) => z.custom<T>((sent) => schema.safeParse(sent).success);
const method = <I, O>(input: z.ZodType<I>, output: z.ZodType<O>, withinMs = actionMs): OwnerMethod<I, O> => ({
  input,
  output,
  withinMs,
});

const text = z.string();
const nothing = z.null();
const device = z.object({ deviceId: text });
const person = z.object({ accountId: text, name: text });

const action = z.looseObject({ deviceId: text, by: text, reason: text.optional() });
const actionInput = checked<ActionInput>(action);
const commandType = z.custom<keyof typeof commandTypes>(
  (sent) => typeof sent === 'string' && sent in commandTypes,
);
const sendCommand = checked<SendCommand>(
  action.extend({
    id: text.optional(),
    type: commandType,
    params: z.record(text, z.unknown()),
    expiresAt: text.optional(),
  }),
);
const alarmCode = z.custom<AlarmCode>((sent) => typeof sent === 'string' && sent in alarmCodes);
const zoneSource = z.looseObject({
  mapId: text,
  mapVersion: z.number(),
  zones: mapElements.shape.zones,
  walls: mapElements.shape.walls,
});
const place = z.looseObject({ x: z.number(), y: z.number() });
const drive = action.extend({ map: zoneSource.optional() });
const startRun = checked<StartRun>(
  drive.extend({
    name: text,
    kind: z.enum(runKinds),
    origin: z.enum(runOrigins).optional(),
    plan: z.looseObject({ areas: z.array(z.looseObject({ areaId: text })), toolWidthM: z.number() }),
  }),
);
const takeControl = checked<TakeControl>(
  z.looseObject({
    deviceId: text,
    who: person,
    company: text.optional(),
    login: text,
    byRight: z.enum(driveRights),
    reason: text,
    maxV: z.number(),
    force: z.boolean(),
  }),
);
const watchCamera = checked<WatchCamera>(
  z.looseObject({
    deviceId: text,
    camera: z.enum(cameras),
    viewer: person.extend({ company: text }),
    login: text,
    byRight: z.enum(viewRights),
    reason: text,
    size: z.enum(videoSizes).optional(),
    hasWebrtc: z.boolean().optional(),
  }),
);
const recordCamera = z.object({
  deviceId: text,
  sessionId: text,
  login: text,
  accountId: text,
  person: text,
  company: text,
  byRight: z.enum(driveRights),
  reason: text,
});
const ownView = z.object({ deviceId: text, viewId: text, login: text });
const shell = z.object({ deviceId: text, sessionId: text });
const openShell = shell.extend({ login: text, cols: z.number(), rows: z.number() });
const sdpAnswer: z.ZodType<SdpAnswer> = z.union([
  z.object({ sdp: text }),
  z.object({ refused: z.enum(['OFFER', 'TOKEN', 'AWAY']) }),
]);
const logReader = z.object({ deviceId: text, login: text });
const sendResult: z.ZodType<SendResult> = z.object({
  deviceId: text,
  result: z.enum(['STARTED', 'WAITS', 'REFUSED']),
  reason: z.enum(syncReasons),
});

const runRow = rowSchemaOf(runs);
const commandRow = rowSchemaOf(commands);
const onRun = z.object({ runId: text, by: text.optional() });
const mapOfDevice = z.object({ deviceId: text, mapId: text, by: text });

/** What only the owner of a robot can do, as calls between servers. The device is the record that is owned. */
export const ownerMethods = {
  live: method(device, deviceLive.nullable(), readMs),
  unwrittenPath: method(z.object({ runId: text }), z.array(trailPoint), readMs),
  startRun: method(startRun, runRow),
  checkStart: method(startRun, nothing),
  holdsRun: method(z.object({ deviceId: text, runId: text }), z.boolean()),
  skipArea: method(z.object({ runId: text, areaId: text, by: text }), runRow),
  navigate: method(checked<NavigateRequest>(drive.extend({ goal: place })), runRow),
  charge: method(checked<ChargeRequest>(drive.extend({ station: place })), runRow),
  pauseRun: method(onRun, runRow),
  resumeRun: method(onRun, runRow),
  cancelRun: method(onRun, runRow),
  driveStatus: method(device, driveStatus, readMs),
  openDrive: method(takeControl, z.union([z.object({ sessionId: text }), z.object({ taken: person })])),
  askForDrive: method(z.object({ deviceId: text, driver: person }), nothing),
  handOverDrive: method(z.object({ deviceId: text, login: text, accountId: text }), nothing),
  closeDrive: method(z.object({ deviceId: text, login: text, resume: z.boolean() }), nothing),
  openVideo: method(watchCamera, openedView),
  keepVideo: method(ownView.extend({ transport: z.enum(streamTransports).optional() }), nothing),
  closeVideo: method(ownView, nothing),
  openShell: method(openShell, nothing),
  closeShell: method(shell.extend({ by: text }), nothing),
  flushShell: method(shell, nothing, readMs),
  subscribeVideo: method(ownView.extend({ sessionId: text, sdp: text }), sdpAnswer),
  unsubscribeVideo: method(ownView, nothing),
  publishVideo: method(z.object({ deviceId: text, sessionId: text, token: text, sdp: text }), sdpAnswer),
  recordVideo: method(recordCamera, z.object({ id: text })),
  stopRecording: method(z.object({ deviceId: text, recordingId: text, by: text }), nothing),
  unpublishVideo: method(z.object({ deviceId: text, sessionId: text }), z.boolean()),
  openLiveLog: method(logReader, nothing),
  keepLiveLog: method(logReader, nothing),
  closeLiveLog: method(logReader, nothing),
  sendCommand: method(sendCommand, commandRow),
  runCommand: method(sendCommand, commandRow),
  cancelCommand: method(z.object({ commandId: text, by: text }), commandRow),
  carryOutBinding: method(device, nothing),
  raiseAlarm: method(z.object({ deviceId: text, code: alarmCode }), nothing),
  wake: method(actionInput, commandRow),
  sleep: method(
    checked<ActionInput & { wakeAt?: string | undefined; minSoc: number }>(
      action.extend({ wakeAt: text.optional(), minSoc: z.number() }),
    ),
    commandRow,
  ),
  enterRelocation: method(
    checked<ActionInput & { mapId?: string | undefined }>(action.extend({ mapId: text.optional() })),
    commandRow,
  ),
  setPose: method(
    checked<ActionInput & { x: number; y: number; theta: number }>(
      action.extend({ x: z.number(), y: z.number(), theta: z.number() }),
    ),
    commandRow,
  ),
  place: method(
    checked<PlaceRobot>(action.extend({ mapId: text, x: z.number(), y: z.number(), theta: z.number() })),
    commandRow,
  ),
  exitRelocation: method(actionInput, commandRow),
  sendMap: method(z.object({ mapId: text, deviceIds: z.array(text), by: text }), z.array(sendResult)),
  enableMap: method(mapOfDevice, nothing),
  removeMap: method(mapOfDevice, nothing),
  /** Of the server itself, not of a robot. */
  rejections: method(nothing, z.array(z.object({ reason: text, count: z.number() })), readMs),
};
export type RobotMethods = typeof ownerMethods;
