/** The messages of a pipe: docs/protocol/shell.md#pipe. */
const messageTypes = { DATA: 1, RECEIVED: 2, RESUME: 3, END: 4 } as const;
export type PipeMessageType = keyof typeof messageTypes;
const typeNames = new Map<number, PipeMessageType>(
  // The keys of the constant are the type's values.
  Object.entries(messageTypes).map(([name, code]) => [code, name as PipeMessageType]),
);

const headerBytes = 9;
/** The bytes of one message, without its header. */
export const maxPipeDataBytes = 16 * 1024;
export const maxPipeMessageBytes = headerBytes + maxPipeDataBytes;

export interface PipeMessage {
  type: PipeMessageType;
  offset: number;
  bytes: Uint8Array;
}

export function encodePipeMessage(type: PipeMessageType, offset: number, bytes?: Uint8Array): Uint8Array {
  const message = new Uint8Array(headerBytes + (bytes?.byteLength ?? 0));
  message[0] = messageTypes[type];
  new DataView(message.buffer).setBigUint64(1, BigInt(offset));
  if (bytes) message.set(bytes, headerBytes);
  return message;
}

/** The message in these bytes; undefined if it is none. */
export function readPipeMessage(message: Uint8Array): PipeMessage | undefined {
  if (message.byteLength < headerBytes || message.byteLength > maxPipeMessageBytes) return undefined;
  const type = typeNames.get(message[0] ?? 0);
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const offset = Number(view.getBigUint64(1));
  const bytes = message.subarray(headerBytes);
  const isWhole = (type === 'DATA') === bytes.byteLength > 0;
  return type && isWhole && Number.isSafeInteger(offset) ? { type, offset, bytes } : undefined;
}
