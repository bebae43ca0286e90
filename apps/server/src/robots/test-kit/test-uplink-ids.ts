import type { UpTopic } from '@sweepline/contract/robot';

/** The kinds of records that an id in a message may name. */
export type IdKind = 'run' | 'alarm' | 'command' | 'job' | 'task' | 'map' | 'file' | 'pushedFile';
type Reason = 'FOREIGN_ID' | 'UNKNOWN_ID';

/** An id of a record: the expected outcome for a foreign id, as the reason of the dead letter. */
interface RecordId {
  use: 'RECORD';
  kind: IdKind;
  /** For another company's record. */
  foreign: Reason;
  /** For a record of another device of the same company; SHARED if such records belong to the company. */
  sibling: Reason | 'SHARED';
  /** For no record: CREATES the sender's own, WAITS for it, or is ALLOWED because the record may follow. */
  missing: Reason | 'CREATES' | 'WAITS' | 'ALLOWED';
}

/**
 * SENDER: unique only together with the sender. COMPARED: compared only with the sender's own open records; another id has
 * no effect. NAME: text in the sender's own rows, looked up only within its company. WORD: no id, but a code or version.
 * UNUSED: not stored.
 */
export type IdUse = RecordId | 'SENDER' | 'COMPARED' | 'NAME' | 'WORD' | 'UNUSED';

const record = (
  kind: IdKind,
  missing: RecordId['missing'],
  sibling: RecordId['sibling'] = 'FOREIGN_ID',
): RecordId => ({ use: 'RECORD', kind, foreign: 'FOREIGN_ID', sibling, missing });

const durable = { msgId: 'SENDER', bootId: 'UNUSED' } as const;
const state = {
  'maps.mapId': 'NAME',
  'maps.mapVersion': 'WORD',
  orderId: 'COMPARED',
  lastNodeId: 'NAME',
  'nodeStates.nodeId': 'NAME',
  'edgeStates.edgeId': 'NAME',
  'actionStates.actionId': 'COMPARED',
  'actionStates.actionType': 'WORD',
  information: 'UNUSED',
} as const;

/** Every id that a robot can put into a message, by topic and field, for both interface versions. */
export const uplinkIds: Record<UpTopic, Record<string, IdUse>> = {
  connection: {},
  state: {
    ...state,
    'zoneSets.zoneSetId': 'COMPARED',
    'zoneSets.mapId': 'NAME',
    zoneSetId: 'COMPARED',
    'mobileRobotPosition.mapId': 'NAME',
    'agvPosition.mapId': 'NAME',
    'instantActionStates.actionId': 'COMPARED',
    'instantActionStates.actionType': 'WORD',
  },
  visualization: { 'mobileRobotPosition.mapId': 'NAME', 'agvPosition.mapId': 'NAME' },
  factsheet: {
    typeSpecification: 'NAME',
    physicalParameters: 'NAME',
    'protocolLimits.maximumArrayLengths': 'NAME',
    'protocolLimits.maxArrayLens': 'NAME',
    'protocolLimits.timing': 'NAME',
    'protocolFeatures.optionalParameters': 'NAME',
    'protocolFeatures.mobileRobotActions.actionType': 'WORD',
    'protocolFeatures.agvActions.actionType': 'WORD',
    mobileRobotGeometry: 'NAME',
    agvGeometry: 'NAME',
    loadSpecification: 'NAME',
    'mobileRobotConfiguration.batteryCharging': 'NAME',
  },
  xTelemetry: { bootId: 'UNUSED', runId: 'COMPARED' },
  xTask: {
    ...durable,
    runId: record('run', 'CREATES'),
    taskId: record('task', 'UNKNOWN_ID'),
    areaId: 'UNUSED',
    mapId: 'NAME',
    code: 'WORD',
    by: 'WORD',
  },
  xReport: {
    ...durable,
    runId: record('run', 'WAITS'),
    taskId: 'UNUSED',
    code: 'WORD',
    'areas.areaId': 'NAME',
    'areas.mapId': 'NAME',
    'areas.mapVersion': 'WORD',
    // An alarm merged into an earlier row has no row itself, so a missing one is ignored.
    alarms: record('alarm', 'ALLOWED'),
    'consumables.id': 'NAME',
    'missed.areaId': 'NAME',
    'files.trajectory': record('file', 'UNKNOWN_ID'),
    'files.coverage.mapId': 'NAME',
    'files.coverage.fileId': record('file', 'UNKNOWN_ID'),
  },
  xAlarm: {
    ...durable,
    alarmId: record('alarm', 'CREATES'),
    type: 'WORD',
    'refs.runId': record('run', 'UNKNOWN_ID'),
    'refs.mapId': 'NAME',
  },
  xReply: { ...durable, commandId: record('command', 'UNKNOWN_ID'), result: 'NAME' },
  xJob: { ...durable, jobId: record('job', 'UNKNOWN_ID'), phase: 'WORD', code: 'WORD', detail: 'NAME' },
  xReported: {
    bootId: 'UNUSED',
    versions: 'WORD',
    hardware: 'NAME',
    // Matches a card of the sender's company only.
    iccid: 'NAME',
    imei: 'NAME',
    timezone: 'WORD',
    currentMapId: 'NAME',
    sections: 'WORD',
    'sections.*.code': 'WORD',
    'consumables.id': 'NAME',
    streamKinds: 'WORD',
    capabilities: 'WORD',
    cleaning: 'WORD',
    audioSlots: 'NAME',
    'audio.slot': 'NAME',
    'audio.code': 'WORD',
    algoCatalogue: 'NAME',
  },
  xMap: {
    ...durable,
    mapId: record('map', 'ALLOWED', 'SHARED'),
    mapVersion: 'WORD',
    parentVersion: 'WORD',
    sha256: 'WORD',
  },
  xRide: {
    ...durable,
    rideId: 'SENDER',
    runId: 'COMPARED',
    liftId: 'NAME',
    fromFloor: 'NAME',
    toFloor: 'NAME',
    mapId: 'UNUSED',
    code: 'WORD',
  },
  xDriveAck: { sessionId: 'COMPARED' },
  xRequest: {
    requestId: 'SENDER',
    'params.fileId': record('pushedFile', 'UNKNOWN_ID'),
    'params.taskId': 'UNUSED',
    'params.liftId': 'UNUSED',
    'params.section': 'WORD',
  },
};

const totals = { plannedM2: 12, cleanedM2: 11, seconds: 60 };
export const aReportOf = (runId: string, more: object = {}) => ({
  runId,
  startTime: '2026-01-01T10:00:00.000Z',
  endTime: '2026-01-01T10:30:00.000Z',
  result: 'SUCCESS',
  areas: [],
  totals,
  ...more,
});
export const aTaskOf = (runId: string, more: object = {}) => ({
  runId,
  origin: 'HMI',
  state: 'IN_PROGRESS',
  phase: 'CLEANING',
  ...more,
});

interface Message {
  body: Record<string, unknown>;
  /** Whether it stays in the journal of its robot until it is acknowledged. */
  durable: boolean;
}
const durably = (body: Record<string, unknown>): Message => ({ body, durable: true });
const once = (body: Record<string, unknown>): Message => ({ body, durable: false });

/** Messages that contain a record's id: `id` is in `field`, everything else is the sender's own. */
export const messagesWith: Partial<
  Record<UpTopic, Record<string, (id: string, own: Record<IdKind, string>) => Message[]>>
> = {
  xTask: {
    runId: (runId) => [durably(aTaskOf(runId)), durably(aTaskOf(runId, { state: 'FAILED', code: 'X' }))],
    taskId: (taskId) => [durably(aTaskOf(crypto.randomUUID(), { taskId }))],
  },
  xReport: {
    runId: (runId) => [durably(aReportOf(runId))],
    alarms: (id, { run }) => [durably(aReportOf(run, { alarms: [id] }))],
    'files.trajectory': (trajectory, { run }) => [durably(aReportOf(run, { files: { trajectory } }))],
    'files.coverage.fileId': (fileId, { run, map }) => [
      durably(aReportOf(run, { files: { coverage: [{ mapId: map, fileId }] } })),
    ],
  },
  xAlarm: {
    alarmId: (alarmId) => [
      durably({ alarmId, event: 'RAISED', code: '20103', level: 2 }),
      durably({ alarmId, event: 'CLEARED', code: '20103', level: 2 }),
    ],
    'refs.runId': (runId) => [
      durably({ alarmId: crypto.randomUUID(), event: 'RAISED', code: '10101', level: 3, refs: { runId } }),
    ],
  },
  xReply: {
    commandId: (commandId) => [
      durably({ commandId, status: 'SUCCEEDED' }),
      durably({ commandId, status: 'FAILED', code: 'X' }),
    ],
  },
  xJob: {
    jobId: (jobId) => [
      durably({ jobId, kind: 'LOG_PULL', phase: 'DONE', final: true }),
      once({ jobId, kind: 'LOG_PULL', phase: 'UPLOADING', pct: 50 }),
    ],
  },
  xMap: {
    mapId: (mapId) => [
      durably({ event: 'RENAMED', mapId, mapVersion: '1', name: 'Taken' }),
      durably({ event: 'DELETED', mapId, mapVersion: '1' }),
      durably({ event: 'EDITED', mapId, mapVersion: '1' }),
    ],
  },
  xRequest: {
    'params.fileId': (fileId) => [
      once({ requestId: crypto.randomUUID(), type: 'download.url', params: { fileId } }),
      once({
        requestId: crypto.randomUUID(),
        type: 'section.push',
        params: { section: 'settings', baseVersion: 0, fileId },
      }),
    ],
  },
};
