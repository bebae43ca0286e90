import { expect, test } from 'vitest';
import { createNetwork, type NetworkSpec } from './network.ts';
import { normal, randomFrom } from './random.ts';

const spec: NetworkSpec = {
  input: { channels: 2, height: 8, width: 8 },
  layers: [
    { kind: 'CONVOLUTION', channels: 3, kernel: 5, stride: 2 },
    { kind: 'CONVOLUTION', channels: 5, kernel: 3, stride: 1 },
    { kind: 'POOLING' },
    { kind: 'DENSE', units: 6 },
  ],
  classes: 3,
};

test('the gradient of every kind of layer is that of the loss, measured by small changes', () => {
  const network = createNetwork(spec, 4);
  const random = randomFrom(9);
  const input = Float32Array.from({ length: 128 }, () => normal(random));
  const lossOf = () => {
    const loss = -Math.log(network.predict(input)[1]!);
    return 2 * loss;
  };
  network.learn(input, 1, 2);
  const step = 2e-3;
  let compared = 0;
  for (const { values, gradients } of network.parameters)
    for (let at = 0; at < values.length; at += Math.max(1, Math.floor(values.length / 12))) {
      const value = values[at]!;
      values[at] = value + step;
      const above = lossOf();
      values[at] = value - step;
      const below = lossOf();
      values[at] = value;
      const measured = (above - below) / (2 * step);
      expect(Math.abs(gradients[at]! - measured)).toBeLessThan(2e-3 + 0.03 * Math.abs(measured));
      if (Math.abs(measured) > 0.01) compared += 1;
    }
  expect(compared).toBeGreaterThan(20);
});

test('probabilities add up to one, also for scores beyond the range of exp', () => {
  const network = createNetwork(spec, 4);
  const probabilities = network.predict(new Float32Array(128).fill(1e6));
  expect(probabilities.reduce((sum, it) => sum + it, 0)).toBeCloseTo(1);
});
