import { createStore } from '../../kit/store.ts';
import { session } from '../../kit/api/session.ts';
import { cancelUpload, runUpload, type NewFileUpload } from './upload-run.ts';

export type UploadState = 'WAITING' | 'SENDING' | 'CHECKING' | 'PAUSED' | 'DONE' | 'FAILED' | 'CANCELED';

export interface QueuedUpload extends NewFileUpload {
  id: number;
  accountId: string;
  state: UploadState;
  sentBytes: number;
  /** Why it failed, in the reader's language. */
  error: Error | null;
  fileId: string | null;
}

/** Uploads at the same time. More would share the same network and none would be faster. */
const atOnce = 2;

const store = createStore<readonly QueuedUpload[]>([]);
const controllers = new Map<number, AbortController>();
let nextId = 1;

const change = (id: number, changes: Partial<QueuedUpload>) =>
  store.set(store.get().map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));
const find = (id: number) => store.get().find((upload) => upload.id === id);

/** Starts waiting uploads while there is a place. */
function proceed(): void {
  const free = atOnce - controllers.size;
  const waiting = store.get().filter(({ state }) => state === 'WAITING');
  for (const upload of waiting.slice(0, Math.max(0, free))) void run(upload);
}

async function run(upload: QueuedUpload): Promise<void> {
  const { id, accountId, file } = upload;
  const controller = new AbortController();
  controllers.set(id, controller);
  change(id, { state: 'SENDING', error: null });
  // The server joins and checks the parts of a file after its last byte.
  const onProgress = (sentBytes: number) =>
    change(id, { sentBytes, state: sentBytes >= file.size ? 'CHECKING' : 'SENDING' });
  try {
    const options = { accountId, token: session.token(), signal: controller.signal, onProgress };
    const fileId = await runUpload(upload, options);
    change(id, { state: 'DONE', sentBytes: file.size, fileId });
  } catch (error) {
    // Paused and canceled uploads have their state already.
    if (!controller.signal.aborted) change(id, { state: 'FAILED', error: error as Error });
  } finally {
    // A paused upload may run again already.
    if (controllers.get(id) === controller) controllers.delete(id);
    proceed();
  }
}

function halt(id: number, state: UploadState): void {
  change(id, { state });
  controllers.get(id)?.abort();
  controllers.delete(id);
  proceed();
}

/** The uploads of this tab. They go on while a person works on other pages. */
export const uploadQueue = {
  use: store.use,
  get: store.get,
  add: (uploads: readonly NewFileUpload[]): number[] => {
    const accountId = session.user()?.userId ?? '';
    const added = uploads.map((upload) => ({
      ...upload,
      id: nextId++,
      accountId,
      state: 'WAITING' as const,
      sentBytes: 0,
      error: null,
      fileId: null,
    }));
    store.set([...store.get(), ...added]);
    proceed();
    return added.map(({ id }) => id);
  },
  pause: (id: number) => halt(id, 'PAUSED'),
  resume: (id: number) => {
    change(id, { state: 'WAITING' });
    proceed();
  },
  cancel: async (id: number): Promise<void> => {
    const upload = find(id);
    if (!upload) return;
    halt(id, 'CANCELED');
    await cancelUpload(upload, upload.accountId, session.token());
    uploadQueue.dismiss(id);
  },
  /** Removes an upload that has ended from the list. */
  dismiss: (id: number) => store.set(store.get().filter((upload) => upload.id !== id)),
};
