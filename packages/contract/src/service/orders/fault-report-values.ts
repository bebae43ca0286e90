import type { FaultType } from './work-order-values.ts';

/** The quick choices of a person beside the robot, with the fault type of the order. */
export const faultChoices = {
  STANDS: 'NAVIGATION',
  LEAVES_DIRT: 'CLEANING',
  LOSES_WATER: 'CLEANING',
  MAKES_NOISE: 'CHASSIS',
  IS_DAMAGED: 'CHASSIS',
  IS_OFF: 'POWER',
  OTHER: 'OTHER',
} as const satisfies Record<string, FaultType>;
export type FaultChoice = keyof typeof faultChoices;
export const faultChoiceNames = Object.keys(faultChoices) as [FaultChoice, ...FaultChoice[]];

/** Reports of one code from one address within an hour. */
export const maxFaultReportsPerHour = 3;
/** Pictures of a report, each with a ticket that is valid once and for this time. */
export const maxFaultPictures = 2;
export const faultTicketMinutes = 15;
