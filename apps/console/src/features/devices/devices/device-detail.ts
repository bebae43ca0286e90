import type { deviceCalls, Output } from '@sweepline/contract';

/** One device with its live values, its open alarms and what it can do. */
export type DeviceDetail = Output<typeof deviceCalls.detail>;
