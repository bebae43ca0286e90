import { setTimeout as delay } from 'node:timers/promises';
import type { RecordingPart } from '../../entities/remote/video-table.ts';
import type { FileStore } from '../../platform/files/files.ts';
import type { Log } from '../gateway-options.ts';
import { isoOf } from '../protocol/iso.ts';
import type { Recording } from './recording.ts';
import type { RecordedPart, RecordingLog, StoredEnd } from './recording-log.ts';
import type { Cluster } from './relay/relay-messages.ts';

const contentOf = (cluster: Cluster) => Buffer.from(cluster.bytes, 'base64');

/** Where clusters begin that are stored as one part. */
function cuesOf(clusters: readonly Cluster[], contents: readonly Buffer[]): RecordingPart['cues'] {
  let at = 0;
  return clusters.flatMap(({ fromMs, isKey }, index) => {
    const cue: [number, number] = [fromMs, at];
    at += contents[index]?.length ?? 0;
    return isKey ? [cue] : [];
  });
}

interface WriterDeps {
  files: FileStore | undefined;
  log: Log;
  recordingLog: RecordingLog;
  nowMs(): number;
  /** Another server has ended the recording. */
  forget(recording: Recording): void;
  /** The pause between two tries to store an end. */
  retryMs?: number;
}

/** A database that is away for a moment at the end of a recording costs no pictures. */
const endTries = 20;

/** Stores pictures and ends of recordings. */
export function createRecordingWriter(deps: WriterDeps) {
  const { files, log, recordingLog, nowMs, forget, retryMs = 1_000 } = deps;
  const storePending = async (recording: Recording) => {
    while (files && recording.pending.length > 0) {
      const clusters = [...recording.pending];
      const contents = clusters.map(contentOf);
      const { sha256, bytes } = await files.put(Buffer.concat(contents));
      const { toMs, width, height } = clusters.at(-1)!;
      const part = { sha256, bytes, toMs, cues: cuesOf(clusters, contents) };
      const recorded: RecordedPart = { part, width, height, signAt: isoOf(nowMs()) };
      if (!(await recordingLog.append(recording.id, recorded))) {
        // Nothing is left to store, so its end is not tried again.
        recording.pending.length = 0;
        return forget(recording);
      }
      recording.pending.splice(0, clusters.length);
    }
  };
  /** Stores what is pending. What cannot be stored now is tried again with the next pictures. */
  const store = (recording: Recording): Promise<void> =>
    (recording.storing ??= storePending(recording)
      .catch((error: unknown) =>
        log.error({ error, recording: recording.id }, 'pictures could not be stored'),
      )
      .finally(() => (recording.storing = undefined)));

  /** False if it has to be tried again. The last try leaves out the pictures that cannot be stored, and the recording says so. */
  const tryEnd = async (recording: Recording, end: StoredEnd, isLast: boolean): Promise<boolean> => {
    // Pictures that arrived while a part was stored come with the next one.
    while (recording.storing) await recording.storing;
    await store(recording);
    const wasCut = recording.pending.length > 0;
    if (wasCut && !isLast) return false;
    try {
      await recordingLog.end(recording.id, { ...end, wasCut });
    } catch (error) {
      if (isLast) throw error;
      return false;
    }
    return true;
  };

  return {
    store,
    /** Stores the last pictures and the end. It throws if the end cannot be stored in time. */
    end: async (recording: Recording, end: StoredEnd): Promise<void> => {
      for (let tries = 1; !(await tryEnd(recording, end, tries === endTries)); tries += 1)
        await delay(retryMs);
    },
  };
}
