/** The devices that a resource is for. */
export interface ResourceConfig {
  /** A BCP 47 tag; empty for every language. */
  lang: string;
  /** Dots per inch; 0 for none. */
  density: number;
  /** Further conditions, such as the size or the direction of the screen. */
  isNarrow: boolean;
}

/** From here on a density names no number: any, and none. */
const unscaled = 0xff_fe;
const letters = (codes: readonly number[], base: string) =>
  codes.map((code) => String.fromCharCode(code + base.charCodeAt(0))).join('');

/** Two letters as they are, or three of five bits each. */
function readCode(bytes: Buffer, at: number, base: string): string {
  const [first, second] = [bytes.readUInt8(at), bytes.readUInt8(at + 1)];
  if (first === 0) return '';
  if ((first & 0x80) === 0) return String.fromCharCode(first, second);
  return letters([second & 0x1f, ((second & 0xe0) >> 5) + ((first & 0x03) << 3), (first & 0x7c) >> 2], base);
}

const asciiAt = (bytes: Buffer, at: number, length: number) =>
  bytes.toString('latin1', at, at + length).replace(/\0.*$/s, '');

/** Reads the configuration at a place of a type chunk. An older one is shorter and says less. */
export function readConfig(bytes: Buffer, at: number): ResourceConfig {
  const length = bytes.readUInt32LE(at);
  const config = bytes.subarray(at, at + length);
  const lang = readCode(config, 8, 'a');
  const script = length >= 40 ? asciiAt(config, 36, 4) : '';
  const region = readCode(config, 10, '0');
  const density = config.readUInt16LE(14);
  const others = [
    ...config.subarray(4, 8),
    ...config.subarray(12, 14),
    // The version of Android at 24 narrows nothing: newer ones read it.
    ...config.subarray(16, 24),
    ...config.subarray(28, 36),
  ];
  return {
    lang: [lang, script, region].filter((part) => part !== '').join('-'),
    density: density >= unscaled ? 0 : density,
    isNarrow: others.some((byte) => byte !== 0),
  };
}
