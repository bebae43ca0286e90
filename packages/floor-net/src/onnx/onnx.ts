import type { LayerSpec, Network } from '../network.ts';
import { bytes, concat, integer, message, text } from './protobuf.ts';

/** Numbers of the fields and enumerations of onnx.proto (ONNX 1.14). */
const [irVersion, opset] = [8, 13];
const [float, intAttribute, intsAttribute] = [1, 2, 7];

type Convolution = Extract<LayerSpec, { kind: 'CONVOLUTION' }>;
type Attribute = readonly [name: string, value: number | readonly number[]];

const attribute = ([name, value]: Attribute) =>
  message(
    5,
    text(1, name),
    ...(typeof value === 'number'
      ? [integer(3, value), integer(20, intAttribute)]
      : [...value.map((it) => integer(8, it)), integer(20, intsAttribute)]),
  );

const node = (
  type: string,
  inputs: readonly string[],
  output: string,
  attributes: readonly Attribute[] = [],
) =>
  message(
    1,
    ...inputs.map((name) => text(1, name)),
    text(2, output),
    text(3, output),
    text(4, type),
    ...attributes.map(attribute),
  );

const tensor = (
  name: string,
  dimensions: readonly number[],
  { buffer, byteOffset, byteLength }: Float32Array,
) =>
  message(
    5,
    ...dimensions.map((it) => integer(1, it)),
    integer(2, float),
    text(8, name),
    bytes(9, new Uint8Array(buffer, byteOffset, byteLength)),
  );

/** An input or an output: any number of samples of this shape. */
const value = (field: number, name: string, dimensions: readonly number[]) => {
  const sizes = [message(1, text(2, 'N')), ...dimensions.map((it) => message(1, integer(1, it)))];
  return message(field, text(1, name), message(2, message(1, integer(1, float), message(2, ...sizes))));
};

const square = (size: number) => [size, size];

/** Collects nodes, each of which reads what the one before it wrote, and their weights. */
function createGraph({ spec, parameters }: Network) {
  const nodes: Uint8Array[] = [];
  const tensors: Uint8Array[] = [];
  const left = [...parameters];
  let [last, channels, isFlat] = ['input', spec.input.channels, false];
  const add = (type: string, inputs: readonly string[] = [], attributes: readonly Attribute[] = []) => {
    const name = `${type.toLowerCase()}_${nodes.length}`;
    nodes.push(node(type, [last, ...inputs], name, attributes));
    last = name;
  };
  const weights = (outputs: number, shapeOf: (inner: number) => number[]) => {
    const [own, bias] = [left.shift()!.values, left.shift()!.values];
    const names = [`weights_${tensors.length}`, `bias_${tensors.length}`] as const;
    tensors.push(tensor(names[0], shapeOf(own.length / outputs), own), tensor(names[1], [outputs], bias));
    return names;
  };
  return {
    nodes,
    tensors,
    add,
    dense: (units: number) => {
      if (!isFlat) add('Flatten');
      isFlat = true;
      add(
        'Gemm',
        weights(units, (inner) => [units, inner]),
        [['transB', 1]],
      );
    },
    convolution: ({ channels: outputs, kernel, stride }: Convolution) => {
      const names = weights(outputs, () => [outputs, channels, ...square(kernel)]);
      const pads = [...square(kernel >> 1), ...square(kernel >> 1)];
      add('Conv', names, [
        ['kernel_shape', square(kernel)],
        ['pads', pads],
        ['strides', square(stride)],
      ]);
      channels = outputs;
    },
    finish: () => void nodes.push(node('Softmax', [last], 'probabilities', [['axis', 1]])),
  };
}

/** The nodes of a network and its weights, in order. */
function graphOf(network: Network): { nodes: Uint8Array[]; tensors: Uint8Array[] } {
  const { spec } = network;
  const graph = createGraph(network);
  for (const layer of spec.layers) {
    if (layer.kind === 'POOLING') {
      graph.add(
        'MaxPool',
        [],
        [
          ['kernel_shape', square(2)],
          ['strides', square(2)],
        ],
      );
      continue;
    }
    if (layer.kind === 'DENSE') graph.dense(layer.units);
    else graph.convolution(layer);
    graph.add('Relu');
  }
  graph.dense(spec.classes);
  graph.finish();
  return graph;
}

/** A network as a file of ONNX. The facts travel in it, for example the names of the classes. */
export function onnxOf(network: Network, facts: Readonly<Record<string, string>>): Uint8Array {
  const { input, classes } = network.spec;
  const { nodes, tensors } = graphOf(network);
  const graph = message(
    7,
    ...nodes,
    text(2, 'floor-net'),
    ...tensors,
    value(11, 'input', [input.channels, input.height, input.width]),
    value(12, 'probabilities', [classes]),
  );
  return concat([
    integer(1, irVersion),
    text(2, 'floor-net'),
    graph,
    message(8, text(1, ''), integer(2, opset)),
    ...Object.entries(facts).map(([key, fact]) => message(14, text(1, key), text(2, fact))),
  ]);
}
