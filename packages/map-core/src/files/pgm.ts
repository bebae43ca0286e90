import { refused, type Reading } from './reading.ts';

/** A grey picture: one byte per pixel, row 0 on top, 0 black and 255 white. */
export interface Picture {
  width: number;
  height: number;
  pixels: Uint8Array;
  /** 0 transparent to 255 opaque, for each pixel; a picture without it is opaque. */
  opacity?: Uint8Array;
}

/** Robot maps are smaller; a larger picture is a mistake or an attack. */
export const pictureLimits = { side: 16_000, pixels: 64_000_000 } as const;

export type SizeFault = 'empty' | 'tooLarge';
export type PictureFault = 'notPgm' | 'badHeader' | 'badPixel' | 'truncated' | 'lineEnds' | SizeFault;

/** The fault of a picture size; checked before memory is allocated. */
export function sizeFault(width: number, height: number): SizeFault | undefined {
  if (width < 1 || height < 1) return 'empty';
  const { side, pixels } = pictureLimits;
  return width <= side && height <= side && width * height <= pixels ? undefined : 'tooLarge';
}

interface Header {
  binary: boolean;
  width: number;
  height: number;
  maxValue: number;
  /** Index of the first byte after the last digit of the header. */
  end: number;
}

/**
 * Reads a Netpbm grey map, binary (P5) or plain (P2); values up to a maximum of 1–65,535 are scaled to 0–255. The header
 * is not trusted: memory is allocated only if the file has the bytes that the header announces.
 */
export function parsePgm(bytes: Uint8Array): Reading<Picture, PictureFault> {
  const header = readHeader(bytes);
  if (!header.ok) return header;
  const { width, height, maxValue } = header.value;
  const fault = sizeFault(width, height);
  if (fault) return refused(fault, `${width} × ${height} pixels`);
  if (maxValue < 1 || maxValue > 65_535) return refused('badHeader', `largest value ${maxValue}`);
  return header.value.binary ? readBinary(bytes, header.value) : readPlain(bytes, header.value);
}

function readHeader(bytes: Uint8Array): Reading<Header, PictureFault> {
  const kind = bytes[0] === 0x50 ? bytes[1] : undefined;
  if (kind !== 0x32 && kind !== 0x35) return refused('notPgm', 'the file does not begin with P2 or P5');
  const numbers = new Numbers(bytes, 2);
  const [width, height, maxValue] = [numbers.next(), numbers.next(), numbers.next()];
  if (width === undefined || height === undefined || maxValue === undefined) {
    return refused('badHeader', 'width, height or largest value is missing or not a number');
  }
  return { ok: true, value: { binary: kind === 0x35, width, height, maxValue, end: numbers.at } };
}

function readBinary(bytes: Uint8Array, header: Header): Reading<Picture, PictureFault> {
  const { width, height, maxValue } = header;
  const bytesEach = maxValue > 255 ? 2 : 1;
  // Exactly one white-space byte separates header and pixels; a second one is a pixel.
  const start = header.end + 1;
  const expectedBytes = width * height * bytesEach;
  const present = Math.max(0, bytes.length - start);
  if (present < expectedBytes) return refused('truncated', `${present} of ${expectedBytes} bytes`);
  if (hasOtherLineEnds(bytes, header.end, present - expectedBytes))
    return refused('lineEnds', `${present} of ${expectedBytes} bytes`);
  const source = bytes.subarray(start, start + expectedBytes);
  if (maxValue === 255) return { ok: true, value: { width, height, pixels: source.slice() } };
  const pixels = new Uint8Array(width * height);
  for (let i = 0; i < pixels.length; i++) {
    const value = bytesEach === 2 ? source[2 * i]! * 256 + source[2 * i + 1]! : source[i]!;
    if (value > maxValue) return refused('badPixel', `value ${value} above ${maxValue}`);
    pixels[i] = Math.round((value * 255) / maxValue);
  }
  return { ok: true, value: { width, height, pixels } };
}

/**
 * Whether a program for texts rewrote the line ends of a picture. Its pixels then begin with half of a line end, and all of them
 * are shifted by a cell.
 */
function hasOtherLineEnds(bytes: Uint8Array, end: number, surplus: number): boolean {
  const isPair = bytes[end] === 0x0d && bytes[end + 1] === 0x0a;
  return surplus === 1 || (surplus > 1 && isPair);
}

function readPlain(bytes: Uint8Array, header: Header): Reading<Picture, PictureFault> {
  const { width, height, maxValue } = header;
  const count = width * height;
  // Each number needs a digit and a blank, so fewer bytes cannot hold the announced pixels.
  if (bytes.length - header.end < 2 * count - 1) return refused('truncated', `${count} pixels expectedBytes`);
  const pixels = new Uint8Array(count);
  const numbers = new Numbers(bytes, header.end);
  for (let i = 0; i < count; i++) {
    const value = numbers.next();
    if (value === undefined) {
      return numbers.ended
        ? refused('truncated', `${i} of ${count} pixels`)
        : refused('badPixel', `pixel ${i}`);
    }
    if (value > maxValue) return refused('badPixel', `value ${value} above ${maxValue}`);
    pixels[i] = Math.round((value * 255) / maxValue);
  }
  return { ok: true, value: { width, height, pixels } };
}

/** The decimal numbers of a Netpbm text, separated by white space and `#` comments up to the end of the line. */
class Numbers {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  get ended() {
    return this.at >= this.#bytes.length;
  }

  /** The next number below a million; undefined at the end and at other text. */
  next(): number | undefined {
    this.#skipBlanks();
    const start = this.at;
    let value = 0;
    while (isDigit(this.#bytes[this.at]) && this.at - start < 7)
      value = value * 10 + this.#bytes[this.at++]! - 0x30;
    const digits = this.at - start;
    return digits > 0 && digits < 7 && isBoundary(this.#bytes[this.at]) ? value : undefined;
  }

  #skipBlanks() {
    for (;;) {
      const byte = this.#bytes[this.at];
      if (byte === 0x23) this.#skipComment();
      else if (isBlank(byte)) this.at++;
      else return;
    }
  }

  #skipComment() {
    while (!this.ended && this.#bytes[this.at] !== 0x0a && this.#bytes[this.at] !== 0x0d) this.at++;
  }
}

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;
const isBlank = (byte: number | undefined) =>
  byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);
const isBoundary = (byte: number | undefined) => byte === undefined || isBlank(byte) || byte === 0x23;
