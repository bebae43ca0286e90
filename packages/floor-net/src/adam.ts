import type { Parameter } from './layers/layer.ts';

const [firstDecay, secondDecay, smallest] = [0.9, 0.999, 1e-8];

/** The moving averages of a parameter. */
export interface Moments {
  first: Float32Array;
  second: Float32Array;
}

export const momentsOf = (parameters: readonly Parameter[]): Moments[] =>
  parameters.map(({ values }) => ({
    first: new Float32Array(values.length),
    second: new Float32Array(values.length),
  }));

/** One step of Adam (Kingma and Ba, 2015). `step` counts from 1. The gradients are zero afterwards. */
export function adamStep(
  parameters: readonly Parameter[],
  moments: readonly Moments[],
  { step, rate, samples }: { step: number; rate: number; samples: number },
): void {
  const scale = (rate * Math.sqrt(1 - secondDecay ** step)) / (1 - firstDecay ** step);
  for (const [index, { values, gradients }] of parameters.entries()) {
    const { first, second } = moments[index]!;
    for (let at = 0; at < values.length; at++) {
      const gradient = gradients[at]! / samples;
      first[at] = firstDecay * first[at]! + (1 - firstDecay) * gradient;
      second[at] = secondDecay * second[at]! + (1 - secondDecay) * gradient * gradient;
      values[at]! -= (scale * first[at]!) / (Math.sqrt(second[at]!) + smallest);
    }
    gradients.fill(0);
  }
}
