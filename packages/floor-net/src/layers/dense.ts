import { normal } from '../random.ts';
import { parameterOf, type Layer } from './layer.ts';

/** Every output from every input; with ReLU except in the last layer. */
export function createDense(inputs: number, units: number, isLast: boolean): Layer {
  const [weights, bias] = [parameterOf(units * inputs), parameterOf(units)];
  const output = new Float32Array(units);
  const inputGradient = new Float32Array(inputs);
  let input: Float32Array = new Float32Array(inputs);
  return {
    outputSize: units,
    parameters: [weights, bias],
    initialise: (random) => {
      const spread = Math.sqrt((isLast ? 1 : 2) / inputs);
      for (let at = 0; at < weights.values.length; at++) weights.values[at] = normal(random) * spread;
    },
    forward: (values) => {
      input = values;
      for (let unit = 0; unit < units; unit++) {
        let sum = bias.values[unit]!;
        for (let at = 0; at < inputs; at++) sum += weights.values[unit * inputs + at]! * values[at]!;
        output[unit] = isLast || sum > 0 ? sum : 0;
      }
      return output;
    },
    backward: (outputGradient) => {
      inputGradient.fill(0);
      for (let unit = 0; unit < units; unit++) {
        const gradient = isLast || output[unit]! > 0 ? outputGradient[unit]! : 0;
        if (gradient === 0) continue;
        bias.gradients[unit]! += gradient;
        for (let at = 0; at < inputs; at++) {
          weights.gradients[unit * inputs + at]! += gradient * input[at]!;
          inputGradient[at]! += gradient * weights.values[unit * inputs + at]!;
        }
      }
      return inputGradient;
    },
  };
}
