import { sizeOf, type Layer, type Shape } from './layer.ts';

export const pooledShape = ({ channels, height, width }: Shape): Shape => ({
  channels,
  height: height >> 1,
  width: width >> 1,
});

/** The largest of each two by two numbers. */
export function createPooling(input: Shape): Layer {
  const shape = pooledShape(input);
  const output = new Float32Array(sizeOf(shape));
  const largest = new Uint32Array(output.length);
  const inputGradient = new Float32Array(sizeOf(input));
  return {
    outputSize: output.length,
    parameters: [],
    initialise: () => {},
    forward: (values) => {
      let at = 0;
      for (let channel = 0; channel < shape.channels; channel++)
        for (let row = 0; row < shape.height; row++)
          for (let column = 0; column < shape.width; column++) {
            const corner = (channel * input.height + row * 2) * input.width + column * 2;
            const below = corner + input.width;
            let best = values[corner + 1]! > values[corner]! ? corner + 1 : corner;
            if (values[below]! > values[best]!) best = below;
            if (values[below + 1]! > values[best]!) best = below + 1;
            largest[at] = best;
            output[at++] = values[best]!;
          }
      return output;
    },
    backward: (outputGradient) => {
      inputGradient.fill(0);
      for (let at = 0; at < output.length; at++) inputGradient[largest[at]!]! += outputGradient[at]!;
      return inputGradient;
    },
  };
}
