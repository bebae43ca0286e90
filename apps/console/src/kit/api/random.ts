/** 128 random bits in hex. Unlike `crypto.randomUUID`, it also works on plain http in a company network. */
export const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** A version 4 UUID, for records that the client names before the server stores them. */
export function randomUuid(): string {
  const digits = randomKey().split('');
  digits[12] = '4';
  digits[16] = ((parseInt(digits[16]!, 16) & 3) | 8).toString(16);
  return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
