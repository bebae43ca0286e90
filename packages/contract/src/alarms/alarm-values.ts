import type { AlarmCode } from '../robot/codes.ts';

/** Alarm levels, 5 the highest: docs/protocol/codes.md#alarm-codes. */
export const alarmLevels = [1, 2, 3, 4, 5] as const;
/** The severities of operations monitoring, by effective level. */
export const monitorSeverities = { SERIOUS: 4, VERY_SERIOUS: 5 } as const;
export type MonitorSeverity = keyof typeof monitorSeverities;

/** PROCESSED is final: a later raise of the same code is a new alarm. */
export const processingStates = ['NOT_PROCESSED', 'PROCESSED'] as const;
export type ProcessingState = (typeof processingStates)[number];

/** Who can clear an alarm, from anyone beside the robot to the maker. */
export const alarmFixers = ['ANYONE', 'OPERATOR', 'TECHNICIAN', 'FACTORY'] as const;
export type AlarmFixer = (typeof alarmFixers)[number];

const codesByFixer: Record<Exclude<AlarmFixer, 'TECHNICIAN'>, readonly AlarmCode[]> = {
  ANYONE: [
    ...(['10101', '10102', '10103', '10104', '10105', '10110', '20101', '20102', '20104', '20110'] as const),
    ...(['20201', '30102', '30103', '40201', '40202', '40210', '60201'] as const),
  ],
  OPERATOR: ['40101', '40301', '60101', '60102', '60103', '80001', '80003'],
  FACTORY: ['70103', '80010', '80011', '80012', '80013'],
};

/** Who can clear an alarm of this code where no company has configured it. */
export const defaultFixerOf = (code: string): AlarmFixer =>
  (['ANYONE', 'OPERATOR', 'FACTORY'] as const).find((fixer) =>
    (codesByFixer[fixer] as readonly string[]).includes(code),
  ) ?? 'TECHNICIAN';

/** The longest time for which an alarm can be shelved. */
export const maxShelfDays = 30;
/** The most alarms that one call changes. */
export const maxAlarmsAtOnce = 200;
/** An alarm raised more often than this within `chatterMinutes` chatters: further raises are counted in its row. */
export const chatterCount = 6;
export const chatterMinutes = 10;
/** How long an acknowledgement can be withdrawn by who gave it. */
export const withdrawWithinMs = 60_000;
