import { normal } from '../random.ts';
import { parameterOf, sizeOf, type Layer, type Shape } from './layer.ts';
import { addProduct, addRowProducts, transpose } from './matrix.ts';

export interface ConvolutionOptions {
  input: Shape;
  channels: number;
  kernel: number;
  stride: number;
  /** Nothing needs the gradient of a picture. */
  isFirst: boolean;
}

export const convolutionShape = ({ input, channels, kernel, stride }: ConvolutionOptions): Shape => {
  const along = (length: number) => Math.floor((length + 2 * (kernel >> 1) - kernel) / stride) + 1;
  return { channels, height: along(input.height), width: along(input.width) };
};

/** For each weight of a kernel and each place of the output the index in the input, or -1 outside of it. */
function indexOf({ input, kernel, stride }: ConvolutionOptions, { height, width }: Shape): Int32Array {
  const padding = kernel >> 1;
  const places = new Int32Array(input.channels * kernel * kernel * height * width);
  let at = 0;
  for (let channel = 0; channel < input.channels; channel++)
    for (let down = 0; down < kernel; down++)
      for (let right = 0; right < kernel; right++)
        for (let row = 0; row < height; row++)
          for (let column = 0; column < width; column++) {
            const y = row * stride + down - padding;
            const x = column * stride + right - padding;
            const isInside = y >= 0 && x >= 0 && y < input.height && x < input.width;
            places[at++] = isInside ? (channel * input.height + y) * input.width + x : -1;
          }
  return places;
}

/** A convolution with half a kernel of zeros around the input, followed by ReLU. */
export function createConvolution(options: ConvolutionOptions): Layer {
  const { input: inputShape, channels, kernel, isFirst } = options;
  const shape = convolutionShape(options);
  const inner = inputShape.channels * kernel * kernel;
  const places = shape.height * shape.width;
  const index = indexOf(options, shape);
  const [weights, bias] = [parameterOf(channels * inner), parameterOf(channels)];
  const patches = new Float32Array(inner * places);
  const patchGradient = new Float32Array(isFirst ? 0 : inner * places);
  const turned = new Float32Array(channels * inner);
  const output = new Float32Array(sizeOf(shape));
  const own = new Float32Array(sizeOf(shape));
  const inputGradient = new Float32Array(isFirst ? 0 : sizeOf(inputShape));

  const spread = () => {
    transpose(weights.values, channels, inner, turned);
    patchGradient.fill(0);
    addProduct(patchGradient, turned, own, { rows: inner, inner: channels, columns: places });
    inputGradient.fill(0);
    for (let at = 0; at < index.length; at++) {
      const place = index[at]!;
      if (place >= 0) inputGradient[place]! += patchGradient[at]!;
    }
  };

  return {
    outputSize: output.length,
    parameters: [weights, bias],
    initialise: (random) => {
      const spreadOf = Math.sqrt(2 / inner);
      for (let at = 0; at < weights.values.length; at++) weights.values[at] = normal(random) * spreadOf;
    },
    forward: (input) => {
      for (let at = 0; at < index.length; at++) {
        const place = index[at]!;
        patches[at] = place < 0 ? 0 : input[place]!;
      }
      for (let channel = 0; channel < channels; channel++)
        output.fill(bias.values[channel]!, channel * places, (channel + 1) * places);
      addProduct(output, weights.values, patches, { rows: channels, inner, columns: places });
      for (let at = 0; at < output.length; at++) if (output[at]! < 0) output[at] = 0;
      return output;
    },
    backward: (outputGradient) => {
      for (let at = 0; at < own.length; at++) own[at] = output[at]! > 0 ? outputGradient[at]! : 0;
      addRowProducts(weights.gradients, own, patches, { rows: channels, others: inner, length: places });
      for (let channel = 0; channel < channels; channel++) {
        let sum = 0;
        for (let at = channel * places; at < (channel + 1) * places; at++) sum += own[at]!;
        bias.gradients[channel]! += sum;
      }
      if (!isFirst) spread();
      return inputGradient;
    },
  };
}
