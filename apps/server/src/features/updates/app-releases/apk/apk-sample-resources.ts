/** Writers of binary files of Android for samples: strings, XML and tables of resources. */

const u16 = (value: number) => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
};
export const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

function chunk(type: number, head: Buffer, body: Buffer): Buffer {
  const headBytes = 8 + head.length;
  return Buffer.concat([u16(type), u16(headBytes), u32(headBytes + body.length), head, body]);
}

const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);

/** A pool of strings, in UTF-16 as tables of older tools have it, or in UTF-8. */
function stringPool(strings: readonly string[], isUtf8: boolean): Buffer {
  const encoded = strings.map((text) => {
    const utf8 = Buffer.from(text);
    if (isUtf8) return Buffer.concat([Buffer.from([text.length, utf8.length]), utf8, Buffer.alloc(1)]);
    return Buffer.concat([u16(text.length), Buffer.from(text, 'utf16le'), u16(0)]);
  });
  let at = 0;
  const offsets = encoded.map((bytes) => {
    at += bytes.length;
    return u32(at - bytes.length);
  });
  const start = 28 + 4 * strings.length;
  const head = [strings.length, 0, isUtf8 ? 1 << 8 : 0, start, 0].map(u32);
  return chunk(0x0001, Buffer.concat(head), padded(Buffer.concat([...offsets, ...encoded])));
}

/** A number, a text, or a reference to a resource. */
export type SampleValue = number | string | { reference: number };

export interface SampleAttribute {
  /** 0 for an attribute without a namespace. */
  resourceId: number;
  name: string;
  value: SampleValue;
}

interface SampleElement {
  name: string;
  attributes: readonly SampleAttribute[];
}

function typedValue(value: SampleValue, indexOf: (text: string) => number): Buffer {
  const [type, data] =
    typeof value === 'number'
      ? [0x10, value]
      : typeof value === 'string'
        ? [0x03, indexOf(value)]
        : [0x01, value.reference];
  return Buffer.concat([u16(8), Buffer.from([0, type]), u32(data)]);
}

const none = u32(0xff_ff_ff_ff);

/** A binary XML. */
export function xmlSample(elements: readonly SampleElement[]): Buffer {
  const attributes = elements.flatMap((element) => element.attributes);
  const known = [
    ...new Map(attributes.filter(({ resourceId }) => resourceId > 0).map((it) => [it.name, it])).values(),
  ];
  const texts = attributes.flatMap(({ name, value }) => (typeof value === 'string' ? [name, value] : [name]));
  // The names with an id stand first: the ids belong to them by their places.
  const strings = [
    ...new Set([...known.map(({ name }) => name), ...texts, ...elements.map(({ name }) => name)]),
  ];
  const indexOf = (text: string) => strings.indexOf(text);
  const bodies = elements.map(({ name, attributes: own }) =>
    chunk(
      0x0102,
      Buffer.concat([u32(1), none]),
      Buffer.concat([
        none,
        u32(indexOf(name)),
        ...[20, 20, own.length, 0, 0, 0].map(u16),
        ...own.map((it) =>
          Buffer.concat([
            none,
            u32(indexOf(it.name)),
            typeof it.value === 'string' ? u32(indexOf(it.value)) : none,
            typedValue(it.value, indexOf),
          ]),
        ),
      ]),
    ),
  );
  const map = chunk(0x0180, Buffer.alloc(0), Buffer.concat(known.map(({ resourceId }) => u32(resourceId))));
  return chunk(0x0003, Buffer.alloc(0), Buffer.concat([stringPool(strings, true), map, ...bodies]));
}

/** A resource of the sample table: its type, its index in it, and its value for one configuration. */
export interface SampleResource {
  type: number;
  index: number;
  lang?: string;
  region?: string;
  density?: number;
  /** The direction of the layout, as a further condition. */
  layout?: number;
  value: SampleValue;
}

function configOf({ lang = '', region = '', density = 0, layout = 0 }: SampleResource): Buffer {
  const config = Buffer.alloc(48);
  config.writeUInt32LE(48, 0);
  config.write(lang, 8, 2, 'latin1');
  config.write(region, 10, 2, 'latin1');
  config.writeUInt16LE(density, 14);
  config.writeUInt8(layout, 28);
  return config;
}

/** A table of resources of the package 0x7f, each in a chunk of its own. */
export function tableSample(resources: readonly SampleResource[]): Buffer {
  const strings = [...new Set(resources.flatMap(({ value }) => (typeof value === 'string' ? [value] : [])))];
  const types = resources.map((resource) => {
    const { type, index, value } = resource;
    const offsets = Array.from({ length: index + 1 }, (_, n) => (n === index ? u32(0) : none));
    const config = configOf(resource);
    const start = 8 + 12 + config.length + 4 * offsets.length;
    const head = Buffer.concat([Buffer.from([type, 0, 0, 0]), u32(offsets.length), u32(start), config]);
    const entry = Buffer.concat([u16(8), u16(0), u32(0), typedValue(value, (text) => strings.indexOf(text))]);
    return chunk(0x0201, head, Buffer.concat([...offsets, entry]));
  });
  const packageHead = Buffer.concat([u32(0x7f), Buffer.alloc(256), ...[0, 0, 0, 0, 0].map(u32)]);
  const content = chunk(0x0200, packageHead, Buffer.concat(types));
  return chunk(0x0002, u32(1), Buffer.concat([stringPool(strings, false), content]));
}
