import type { UploadPurpose } from '@sweepline/contract';
import { browserStorage } from '../../kit/storage.ts';

/** What recognises a file that is chosen again, and for whom and what it is uploaded. */
export interface Fingerprint {
  accountId: string;
  purpose: UploadPurpose;
  file: Pick<File, 'name' | 'size' | 'lastModified'>;
}

const keyOf = ({ accountId, purpose, file: { name, size, lastModified } }: Fingerprint) =>
  ['upload', accountId, purpose, name, size, lastModified].join('/');

/** The addresses of uploads that this browser began, so that they continue after a reload. */
export const uploadMemory = {
  find: (fingerprint: Fingerprint) => browserStorage.getItem(keyOf(fingerprint)),
  keep: (fingerprint: Fingerprint, url: string) => void browserStorage.setItem(keyOf(fingerprint), url),
  forget: (fingerprint: Fingerprint) => browserStorage.removeItem(keyOf(fingerprint)),
};
