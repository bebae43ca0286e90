import { expect, test } from 'vitest';
import { createNetwork, floorNetworkSpec } from '../network.ts';
import { onnxOf } from './onnx.ts';

type Field = { field: number; value: number | Uint8Array };

/** Reads the fields of a message. Written apart from the writer, after the description of protobuf. */
function fieldsOf(bytes: Uint8Array): Field[] {
  let at = 0;
  const number = () => {
    for (let [value, factor] = [0, 1]; ; factor *= 128) {
      const byte = bytes[at++]!;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  const fields: Field[] = [];
  while (at < bytes.length) {
    const key = number();
    if (key % 8 === 0) fields.push({ field: key >> 3, value: number() });
    else {
      expect(key % 8).toBe(2);
      const length = number();
      fields.push({ field: key >> 3, value: bytes.subarray(at, at + length) });
      at += length;
    }
  }
  expect(at).toBe(bytes.length);
  return fields;
}

const inside = (fields: readonly Field[], field: number) =>
  fields.filter((it) => it.field === field).map(({ value }) => value as Uint8Array);
const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

test('the file has the nodes in order, the weights as they are, and its facts', () => {
  const network = createNetwork(floorNetworkSpec('SMALL', 4), 1);
  const model = fieldsOf(onnxOf(network, { classes: 'clean,dirt' }));
  const graph = fieldsOf(inside(model, 7)[0]!);
  const nodes = inside(graph, 1).map(fieldsOf);
  const block = ['Conv', 'Relu', 'MaxPool'];
  expect(nodes.map((node) => textOf(inside(node, 4)[0]))).toEqual([
    ...[...block, ...block, ...block, 'Flatten', 'Gemm', 'Relu', 'Gemm', 'Softmax'],
  ]);
  // Each node reads what the one before it wrote.
  for (const [index, node] of nodes.entries())
    expect(textOf(inside(node, 1)[0])).toBe(index === 0 ? 'input' : textOf(inside(nodes[index - 1]!, 2)[0]));
  const tensors = inside(graph, 5).map(fieldsOf);
  expect(tensors).toHaveLength(network.parameters.length);
  for (const [index, tensor] of tensors.entries()) {
    const values = new Float32Array(Uint8Array.from(inside(tensor, 9)[0]!).buffer);
    expect(values).toEqual(network.parameters[index]!.values);
    const dimensions = tensor.filter(({ field }) => field === 1).map(({ value }) => value as number);
    expect(dimensions.reduce((product, it) => product * it, 1)).toBe(values.length);
  }
  const facts = inside(model, 14).map(fieldsOf);
  expect(facts.map((fact) => [textOf(inside(fact, 1)[0]), textOf(inside(fact, 2)[0])])).toEqual([
    ['classes', 'clean,dirt'],
  ]);
});
