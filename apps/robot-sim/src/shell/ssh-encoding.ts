/** The encoding of SSH (RFC 4251, section 5). */
export const sshNumber = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

export const sshString = (value: string | Uint8Array): Buffer => {
  const bytes = Buffer.from(value);
  return Buffer.concat([sshNumber(bytes.byteLength), bytes]);
};

/** Reads fields in order; throws at the end of the bytes. */
export class SshReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes);
  }

  /** How many bytes are read. */
  get position(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.byteLength;
  }

  number(): number {
    this.#at += 4;
    return this.#bytes.readUInt32BE(this.#at - 4);
  }

  longNumber(): bigint {
    this.#at += 8;
    return this.#bytes.readBigUInt64BE(this.#at - 8);
  }

  string(): Buffer {
    const length = this.number();
    if (this.#at + length > this.#bytes.byteLength) throw new RangeError('a string behind the end');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}

/** The strings of a list. */
export function stringsIn(bytes: Uint8Array): string[] {
  const [reader, strings]: [SshReader, string[]] = [new SshReader(bytes), []];
  while (!reader.isAtEnd) strings.push(reader.string().toString());
  return strings;
}
