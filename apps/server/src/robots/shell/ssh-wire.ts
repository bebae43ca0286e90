/** The encoding of SSH (RFC 4251, section 5): numbers are big-endian, texts and bytes have their length before them. */
export const sshNumber = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

export const sshLongNumber = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
};

export const sshString = (value: string | Uint8Array): Buffer => {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  return Buffer.concat([sshNumber(bytes.byteLength), bytes]);
};
