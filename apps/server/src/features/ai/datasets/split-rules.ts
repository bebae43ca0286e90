import { createHash } from 'node:crypto';
import { leastSites, type AiDatasetPart } from '@sweepline/contract';

/** What decides to which part an image belongs. */
export interface SplitImage {
  id: string;
  siteId: string;
  deviceId: string;
  runId: string | null;
  takenAt: string;
}

const shares = { test: 0.2, validation: 0.1 };

/** Pictures of a run show the same floor. Without a run, those of a robot and a day do. */
const runOf = ({ runId, deviceId, takenAt }: SplitImage) => runId ?? `${deviceId} ${takenAt.slice(0, 10)}`;

const orderOf = (seed: number, key: string) => createHash('sha256').update(`${seed} ${key}`).digest('hex');

/**
 * The part of each image. Pictures of one run are nearly copies of each other: with some of them in the test, it would test what was
 * learnt by heart. With three sites or more whole sites are kept apart, so that the test shows floors that were never seen.
 */
export function splitOf(images: readonly SplitImage[], seed: number): Map<string, AiDatasetPart> {
  const sites = new Set(images.map(({ siteId }) => siteId));
  const groups = Map.groupBy(images, (image) => (sites.size >= leastSites ? image.siteId : runOf(image)));
  const ordered = [...groups].toSorted(([a], [b]) => (orderOf(seed, a) < orderOf(seed, b) ? -1 : 1));
  const parts = new Map<string, AiDatasetPart>();
  let [test, validation] = [0, 0];
  for (const [at, [, group]] of ordered.entries()) {
    const left = ordered.length - at;
    const isTest = left > 1 && test < shares.test * images.length;
    const isValidation = !isTest && left > 1 && validation < shares.validation * images.length;
    const part: AiDatasetPart = isTest ? 'TEST' : isValidation ? 'VALIDATION' : 'TRAIN';
    if (isTest) test += group.length;
    if (isValidation) validation += group.length;
    for (const { id } of group) parts.set(id, part);
  }
  return parts;
}
