import { z } from 'zod';
import { calls } from './call.ts';

export const fileCalls = calls('files', {
  /** A stored file by its opaque id, limited to the tenant scope. The server never fetches a URL for it. */
  read: {
    method: 'GET',
    path: 'file/:hash',
    kind: 'bytes',
    allow: 'signedIn',
    input: z.strictObject({ hash: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/) }),
    output: z.unknown(),
  },
});
