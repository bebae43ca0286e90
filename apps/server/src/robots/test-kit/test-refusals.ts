import type { Db } from '../../platform/db/db.ts';
import { createDeadLetters } from '../intake/dead-letters.ts';
import { createUplinkRefusals } from '../intake/uplink-refusals.ts';

const log = { info: () => {}, warn: () => {}, error: () => {} };

/** Refusals of robots without a gateway. `flush` resolves when all of them are stored. */
export function testRefusals(db: Db, perHour = 10) {
  const now = () => new Date();
  const deadLetters = createDeadLetters(db, now, log, perHour);
  const refusals = createUplinkRefusals({ db, now, log, deadLetters }, perHour);
  return {
    note: refusals.note,
    noteFile: refusals.noteFile,
    flush: async (): Promise<void> => {
      await refusals.flush();
      await deadLetters.flush();
    },
  };
}
