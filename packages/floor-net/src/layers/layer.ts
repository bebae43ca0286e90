import type { Random } from '../random.ts';

/** Numbers that training changes, and the sum of their gradients since the last step. */
export interface Parameter {
  values: Float32Array;
  gradients: Float32Array;
}

/** One step of a network for one sample at a time. The returned arrays belong to the layer and change with its next use. */
export interface Layer {
  readonly outputSize: number;
  readonly parameters: readonly Parameter[];
  /** Draws the first values of the parameters. */
  initialise(random: Random): void;
  forward(input: Float32Array): Float32Array;
  /** Adds to the gradients of the parameters, and returns the gradient of the input of the last `forward`. */
  backward(outputGradient: Float32Array): Float32Array;
}

/** Channels of rows of columns. */
export interface Shape {
  channels: number;
  height: number;
  width: number;
}
export const sizeOf = ({ channels, height, width }: Shape): number => channels * height * width;

export const parameterOf = (size: number): Parameter => ({
  values: new Float32Array(size),
  gradients: new Float32Array(size),
});
