import type { AlarmCode } from '../robot/codes.ts';

/** An alarm of a robot that follows another one within this time has the other as its cause. */
export const causeWindowS = 60;

/** The codes that an alarm brings about on the same robot. A follower stands under its cause. */
export const alarmFollowers: Partial<Record<AlarmCode, readonly AlarmCode[]>> = {
  '10103': ['10110', '40201'],
  '10104': ['40201', '40202', '40210', '80003'],
  '10105': ['10110', '40101', '40201'],
  '10110': ['40201', '40202', '80003'],
  '20104': ['20101', '20111'],
  '20110': ['30104', '80003'],
  '30102': ['40210', '80001'],
  '40101': ['40201', '40202', '40210', '80003'],
  '40301': ['40101', '40201'],
  '50101': ['80001', '60101'],
  '60101': ['60102', '60103', '80003'],
  '60201': ['40202', '80003'],
};

/** The codes that can be the cause of an alarm of this code. */
export const causesOf = (code: string): AlarmCode[] =>
  Object.entries(alarmFollowers)
    .filter(([, followers]) => (followers as readonly string[]).includes(code))
    // Every key of the table is an alarm code.
    .map(([cause]) => cause as AlarmCode);
