import type { TransferRecord } from './transfer-record.ts';

/** Moves the bytes of one direction. Each step can be repeated after a restart; it throws when the network fails. */
export interface Mover {
  /** The code of a transfer whose part failed too often. */
  failure: 'UPLOAD' | 'DOWNLOAD';
  /** Brings the file to send to the disk. Returns the code of a failure. */
  prepare: (record: TransferRecord) => Promise<'NO_FILES' | undefined>;
  /** The next part. Returns whether all bytes are over. */
  move: (record: TransferRecord) => Promise<boolean>;
  /** Checks the complete file. Returns the code of a failure. */
  verify: (record: TransferRecord) => Promise<'HASH' | undefined>;
  /** Deletes the parts of an ended transfer. */
  clean: (record: TransferRecord) => void;
}

const lightBytes = 1_000_000;

/** The mover of a light robot: the phases without bytes. */
export const lightMover: Mover = {
  failure: 'UPLOAD',
  prepare: (record) => {
    record.bytesTotal = lightBytes;
    record.packed = { sha256: '', name: '' };
    return Promise.resolve(undefined);
  },
  move: (record) => {
    record.bytesDone = record.bytesTotal;
    return Promise.resolve(true);
  },
  verify: () => Promise.resolve(undefined),
  clean: () => undefined,
};
