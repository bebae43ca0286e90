import { createStore } from '../store.ts';

const patienceMs = 300;

let running = 0;
const visible = createStore(false);
let timer: ReturnType<typeof setTimeout> | undefined;

function settle() {
  clearTimeout(timer);
  // Both showing and hiding are debounced: a quick call never shows the mask, and consecutive calls do not make it flicker.
  timer = setTimeout(() => {
    visible.set(running > 0);
  }, patienceMs);
}

/** Shows the loading mask while `work` runs. */
export async function whileLoading<T>(work: Promise<T>): Promise<T> {
  running += 1;
  settle();
  try {
    return await work;
  } finally {
    running -= 1;
    settle();
  }
}

/** Whether the mask is shown. */
export const useLoading = visible.use;
