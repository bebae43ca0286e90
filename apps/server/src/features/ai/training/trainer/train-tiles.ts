import { setImmediate as turn } from 'node:timers/promises';
import type { AiTrainingEpoch } from '@sweepline/contract';
import {
  beginTraining,
  checkpointOf,
  floorSamples,
  floorTrainingOptions,
  indexOfLargest,
  onnxOf,
  resumeTraining,
  trainEpoch,
  type Checkpoint,
  type Network,
} from '@sweepline/floor-net';
import { chooseThreshold, evaluate, probabilitiesOf, type LabelledTile } from './evaluation.ts';
import type { TrainedModel, TrainerTask } from './trainer-messages.ts';

/** Labelled tiles by what they are used for. */
export interface TilesOfParts {
  training: LabelledTile[];
  validation: LabelledTile[];
  test: LabelledTile[];
}

/** Without a part for validation. */
const usualThreshold = 0.5;

type OnEpoch = (epoch: AiTrainingEpoch, secondsLeft: number, checkpoint: Checkpoint) => void;

function shareRight(network: Network, tiles: readonly LabelledTile[]): number | null {
  if (tiles.length === 0) return null;
  const right = probabilitiesOf(network, tiles).filter((it, at) => indexOfLargest(it) === tiles[at]!.label);
  return right.length / tiles.length;
}

async function learn(
  { settings, classes, checkpoint }: TrainerTask,
  { training, validation }: TilesOfParts,
  onEpoch: OnEpoch,
): Promise<Network> {
  const options = floorTrainingOptions(settings, classes);
  const labels = Uint8Array.from(training, ({ label }) => label);
  const samples = floorSamples(
    training.map(({ pixels }) => pixels),
    labels,
    settings,
  );
  const state = checkpoint ? resumeTraining(options, checkpoint) : beginTraining(options);
  const [startedMs, first] = [performance.now(), state.epoch];
  while (state.epoch < options.epochs) {
    const steps = trainEpoch(state, samples, options);
    let next = steps.next();
    // Messages of the server are read between two batches.
    for (; !next.done; next = steps.next()) await turn();
    const { loss, accuracy } = next.value;
    const { epoch } = state;
    const epochMs = (performance.now() - startedMs) / (epoch - first);
    const secondsLeft = Math.ceil(((options.epochs - epoch) * epochMs) / 1_000);
    const validated = shareRight(state.network, validation);
    onEpoch({ epoch, loss, accuracy, validation: validated }, secondsLeft, checkpointOf(state));
  }
  return state.network;
}

/** Trains a network with labelled tiles, from its checkpoint on, and judges it. Equal tiles and settings give equal bytes. */
export async function trainTiles(
  task: TrainerTask,
  tiles: TilesOfParts,
  onEpoch: OnEpoch,
): Promise<TrainedModel> {
  const { classes, clean, settings, facts } = task;
  const network = await learn(task, tiles, onEpoch);
  const judged = { classes, clean, seed: settings.seed };
  const threshold =
    tiles.validation.length > 0 ? chooseThreshold(network, tiles.validation, judged) : usualThreshold;
  const evaluation = tiles.test.length > 0 ? evaluate(network, tiles, { ...judged, threshold }) : null;
  return { onnx: onnxOf(network, { ...facts, threshold: String(threshold) }), threshold, evaluation };
}
