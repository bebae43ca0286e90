import type { z } from 'zod';
import type { DownTopic, Major, UpTopic } from './topics.ts';
import { factsheetV2, instantActionsV2, orderV2, stateV2, visualizationV2 } from './vda/v2.ts';
import { responsesV3, zoneSetV3 } from './vda/zones-v3.ts';
import { factsheetV3 } from './vda/factsheet-v3.ts';
import { connection, instantActionsV3, orderV3, stateV3, visualizationV3 } from './vda/v3.ts';
import { xAck, xCommand, xDesired, xDrive, xLift, xResponse } from './vendor-down.ts';
import { xAlarm, xReply, xReport, xTask, xTelemetry } from './vendor-events.ts';
import { xDriveAck, xJob, xMap, xReported, xRequest, xRide } from './vendor-status.ts';

const vendorUp = {
  xTelemetry,
  xTask,
  xReport,
  xAlarm,
  xReply,
  xJob,
  xReported,
  xMap,
  xRide,
  xDriveAck,
  xRequest,
};

/** The schema of every message a robot may send, by interface version. */
export const upMessages = {
  v3: {
    connection,
    state: stateV3,
    visualization: visualizationV3,
    factsheet: factsheetV3,
    ...vendorUp,
  },
  v2: {
    connection,
    state: stateV2,
    visualization: visualizationV2,
    factsheet: factsheetV2,
    ...vendorUp,
  },
} as const satisfies Record<Major, Record<UpTopic, z.ZodType>>;

const vendorDown = { xCommand, xDesired, xAck, xResponse, xDrive, xLift };

/** The schema of every message the server sends, by interface version. */
export const downMessages = {
  v3: {
    order: orderV3,
    instantActions: instantActionsV3,
    zoneSet: zoneSetV3,
    responses: responsesV3,
    ...vendorDown,
  },
  v2: { order: orderV2, instantActions: instantActionsV2, ...vendorDown },
} as const satisfies { v3: Record<DownTopic, z.ZodType>; v2: Partial<Record<DownTopic, z.ZodType>> };
