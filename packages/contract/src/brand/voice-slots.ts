import { z } from 'zod';
import { moment } from '../grammar/call.ts';
import { langs } from '../grammar/lang.ts';

/** State of one slot of a robot: what was rolled out, and what the robot says. */
export const slotProgress = ['WAITING', 'SYNCING', 'APPLIED', 'FAILED'] as const;
export const voiceSlot = z.object({
  slot: z.string(),
  state: z.enum(slotProgress),
  /** Why the robot did not apply it. */
  code: z.string(),
  /** The file that it is to play; empty for its own sound. */
  wanted: z.string(),
  /** The file that it plays: its name, null for one that the console does not know, empty for its own sound. */
  plays: z.string().nullable(),
  /** The robot applied another file than the wanted one. */
  drifted: z.boolean(),
  since: moment.nullable(),
  count: z.number().int().nullable(),
});
export type VoiceSlot = z.infer<typeof voiceSlot>;

/** How a robot is named. */
export const voiceRobotName = { id: z.string(), nickname: z.string(), sn: z.string(), model: z.string() };

export const voiceRobot = z.object({
  ...voiceRobotName,
  online: z.boolean(),
  /** The set that it was rolled out last; null for its own sounds. The id is null after a deletion. */
  set: z.object({ id: z.string().nullable(), name: z.string(), outdated: z.boolean() }).nullable(),
  appliedAt: moment.nullable(),
  appliedBy: z.string(),
  slots: z.array(voiceSlot),
});
export type VoiceRobot = z.infer<typeof voiceRobot>;

/** What a robot plays, and how loud it is now. */
export const robotSounds = voiceRobot.extend({
  language: z.enum(langs).nullable(),
  volume: z.number().nullable(),
  quietHours: z
    .object({ from: z.string(), to: z.string(), volume: z.number(), inForce: z.boolean() })
    .nullable(),
  lacks: z.boolean(),
});
export type RobotSounds = z.infer<typeof robotSounds>;
