import { z } from 'zod';
import { identifier, number, oneOf, soft, text, uuid } from '../wire.ts';

/** Moments at which a robot of our models speaks by itself. */
export const eventSlots = [
  'START',
  'FINISH',
  'PAUSE',
  'OBSTACLE',
  'LOW_BATTERY',
  'CHARGE',
  'LIFT_ENTER',
  'LIFT_LEAVE',
] as const;

/** Sounds of promotion tours and of people. */
export const promotionSlots: readonly string[] = Array.from({ length: 20 }, (_, at) => `PROMO_${at + 1}`);

/** The slots of our models, in the order of pages. Robots of other makers name their own. */
export const usualSlots: readonly string[] = [...eventSlots, ...promotionSlots];

/** The name of a slot. */
export const slotName = z.string().regex(/^[A-Z][A-Z0-9_]{0,39}$/);

/** The longest sound of a slot in seconds. */
export const maxSecondsOf = (slot: string): number => (slot.startsWith('PROMO_') ? 180 : 60);

export const robotAudioFormats = ['MP3', 'WAV'] as const;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const audioItem = z.object({
  slot: slotName,
  fileId: uuid,
  sha256,
  bytes: z
    .number()
    .int()
    .min(1)
    .max(10 * 1024 * 1024),
  format: z.enum(robotAudioFormats),
});
export type AudioItem = z.infer<typeof audioItem>;

/** The desired section `audio`: docs/protocol/settings.md#audio. A slot without an item plays the robot's own sound. */
export const audioSection = z.object({ items: z.array(audioItem).max(100) });
export type AudioSection = z.infer<typeof audioSection>;

export const slotStates = ['APPLIED', 'SYNCING', 'FAILED'] as const;

/** What a robot says about one slot in `xReported.audio`. */
export const reportedSlot = z.object({
  slot: identifier,
  /** Of the file that it plays now; empty for its own sound. */
  sha256: soft(z.string().max(64)),
  status: oneOf(...slotStates),
  code: soft(identifier),
  /** Since when it plays this file. */
  at: soft(text),
  /** How often it has played since `at`. */
  plays: soft(number),
});
export type ReportedSlot = z.infer<typeof reportedSlot>;
