/** 128 random bits in hex. Unlike `crypto.randomUUID`, it also works on plain http in a company network. */
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
