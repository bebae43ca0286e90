import { createHash } from 'node:crypto';

/** The stored form of a token: SHA-256, hex. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');
