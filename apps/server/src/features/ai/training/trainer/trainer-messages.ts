import type { AiFigures, AiTrainingEpoch, AiTrainingSettings } from '@sweepline/contract';
import type { Camera } from '@sweepline/contract/robot';
import type { Checkpoint } from '@sweepline/floor-net';
import type { PlannedTile } from '../tiles/tile-plan.ts';

export interface TrainerTask {
  settings: AiTrainingSettings;
  classes: number;
  /** The place of the clean floor among the classes; null if the version has none. */
  clean: number | null;
  checkpoint: Checkpoint | null;
  /** What the file of the network says about itself. */
  facts: Record<string, string>;
}

export interface TrainerPicture {
  imageId: string;
  siteId: string;
  camera: Camera;
  content: Uint8Array;
  tiles: PlannedTile[];
}

/** What the server sends to the process that trains: the task, the pictures one after the other, and that these are all. */
export type TrainerRequest =
  | { type: 'TASK'; task: TrainerTask }
  | { type: 'PICTURE'; picture: TrainerPicture }
  | { type: 'LEARN' };

export interface Evaluation {
  figures: AiFigures;
  baseline: AiFigures;
  bySite: { siteId: string; figures: AiFigures }[];
  byCamera: { camera: Camera; figures: AiFigures }[];
  worst: { imageId: string; tile: number; truth: number; found: number; probability: number }[];
}

export interface TrainedModel {
  onnx: Uint8Array;
  threshold: number;
  /** Null without tiles for the test. */
  evaluation: Evaluation | null;
}

/** What the process answers. */
export type TrainerMessage =
  /** The next picture may come: the server never reads more of them ahead. */
  | { type: 'READ' }
  | { type: 'EPOCH'; epoch: AiTrainingEpoch; secondsLeft: number; checkpoint: Checkpoint }
  | { type: 'DONE'; model: TrainedModel }
  | { type: 'FAULT'; fault: 'PICTURE_UNREADABLE' | 'NO_PICTURES' | 'FAULT'; detail: string };
