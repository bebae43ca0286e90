export * from './alarm-acts.ts';
export * from './alarm-causes.ts';
export * from './alarm-entry.ts';
export * from '../figures/alarm-quality.ts';
export * from './alarm-setting-values.ts';
export * from './alarm-settings.ts';
export * from './alarm-values.ts';
export * from './alarms.ts';
export * from './monitor.ts';
export type { MonitorDetail, MonitorTrailStep, RobotPeriod } from './monitor-detail.ts';
export * from './escalation-values.ts';
export * from './escalation.ts';
export * from './assists.ts';

import { alarmActCalls } from './alarm-acts.ts';
import { alarmQualityCalls } from '../figures/alarm-quality.ts';
import { alarmSettingCalls } from './alarm-settings.ts';
import { alarmCalls } from './alarms.ts';
import { monitorCalls } from './monitor.ts';
import { alarmTellingCalls, codeTellingCalls, escalationCalls } from './escalation.ts';
import { assistCalls } from './assists.ts';

/** Calls about alarms, their escalation, what is monitored and assists. */
export const alarmArea = {
  alarms: alarmCalls,
  alarmActs: alarmActCalls,
  monitor: monitorCalls,
  alarmQuality: alarmQualityCalls,
  alarmSettings: alarmSettingCalls,
  escalation: escalationCalls,
  alarmTellings: alarmTellingCalls,
  codeTellings: codeTellingCalls,
  assists: assistCalls,
};
