import { tusPath, uploadLimits, type UploadPurpose } from '@sweepline/contract';
import { statusOf, tusRequest, type TusAnswer } from './tus-request.ts';
import { uploadMemory, type Fingerprint } from './upload-memory.ts';

export interface NewFileUpload {
  file: File;
  purpose: UploadPurpose;
  label?: string | undefined;
  remarks?: string | undefined;
}

interface RunOptions {
  accountId: string;
  token: string;
  signal: AbortSignal;
  /** Bytes that have left this machine, of the whole file. */
  onProgress: (bytes: number) => void;
  /** Waits before the next attempt; a test passes its own. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Attempts without progress before an upload fails; together they wait for about two minutes. */
const pausesMs = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000];

/** Statuses of a moment: another offset, a lock, too many requests, a server that stops or starts. */
const passes = (status: number) =>
  status === 0 || [408, 409, 423, 425, 429].includes(status) || status >= 500;
/** No storage is left; repeating does not help. */
const storageFull = 507;
const gone = [404, 410];

const utf8Base64 = (text: string) => btoa(String.fromCodePoint(...new TextEncoder().encode(text)));

const metadataOf = ({ file, purpose, label, remarks }: NewFileUpload) =>
  Object.entries({ filename: file.name, filetype: file.type, purpose, label, remarks })
    .filter(([, value]) => value)
    .map(([key, value]) => `${key} ${utf8Base64(value ?? '')}`)
    .join(',');

const fingerprintOf = ({ file, purpose }: NewFileUpload, accountId: string): Fingerprint => ({
  accountId,
  purpose,
  file,
});

/** Whether the file is sent in parts. */
export const isInParts = ({ size }: Pick<File, 'size'>): boolean => size >= uploadLimits.directBytes;

/**
 * Uploads a file, or continues where an earlier attempt of this browser ended. Returns the id of the stored file. Interruptions are
 * repeated; what the server has is never sent again.
 */
export async function runUpload(upload: NewFileUpload, options: RunOptions): Promise<string> {
  const { wait = pause, signal } = options;
  let attempt = 0;
  let furthest = -1;
  let answer: TusAnswer | undefined;
  for (;;) {
    try {
      answer = await step(upload, options, answer);
      if (answer.fileId) {
        uploadMemory.forget(fingerprintOf(upload, options.accountId));
        return answer.fileId;
      }
      if (answer.offset > furthest) attempt = 0;
      furthest = Math.max(furthest, answer.offset);
    } catch (error) {
      const status = statusOf(error);
      const delayMs = pausesMs[attempt++];
      if (signal.aborted || delayMs === undefined || status === storageFull || !passes(status)) throw error;
      await wait(delayMs, signal);
      // The server is asked how much of the part arrived.
      answer = undefined;
    }
  }
}

/** Finds or begins the upload, or sends its next part. */
async function step(
  upload: NewFileUpload,
  options: RunOptions,
  answer: TusAnswer | undefined,
): Promise<TusAnswer> {
  const { token, signal, onProgress, accountId } = options;
  const { file } = upload;
  const fingerprint = fingerprintOf(upload, accountId);
  const url = uploadMemory.find(fingerprint);
  if (!url) return await begin(upload, options, fingerprint);
  if (!answer) {
    try {
      const present = await tusRequest({ method: 'HEAD', url, token, signal });
      onProgress(present.offset);
      return present;
    } catch (error) {
      if (!gone.includes(statusOf(error))) throw error;
      uploadMemory.forget(fingerprint);
      return await begin(upload, options, fingerprint);
    }
  }
  const { offset } = answer;
  const end = isInParts(file) ? offset + uploadLimits.partBytes : file.size;
  return await tusRequest({
    method: 'PATCH',
    url,
    token,
    signal,
    headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
    body: file.slice(offset, end),
    onProgress: (bytes) => onProgress(offset + bytes),
  });
}

async function begin(upload: NewFileUpload, { token, signal }: RunOptions, fingerprint: Fingerprint) {
  const headers = { 'upload-length': String(upload.file.size), 'upload-metadata': metadataOf(upload) };
  const answer = await tusRequest({ method: 'POST', url: tusPath, token, signal, headers });
  if (!answer.fileId) uploadMemory.keep(fingerprint, answer.location);
  return answer;
}

/** Ends an upload at the server. What it has is deleted there. */
export async function cancelUpload(upload: NewFileUpload, accountId: string, token: string): Promise<void> {
  const fingerprint = fingerprintOf(upload, accountId);
  const url = uploadMemory.find(fingerprint);
  uploadMemory.forget(fingerprint);
  if (url) await cancelAt(url, token);
}

/** Ends the upload with this address. One that has ended already is no failure. */
export async function cancelAt(url: string, token: string): Promise<void> {
  await tusRequest({ method: 'DELETE', url, token, signal: new AbortController().signal }).catch(
    (error: unknown) => {
      if (!gone.includes(statusOf(error))) throw error;
    },
  );
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
