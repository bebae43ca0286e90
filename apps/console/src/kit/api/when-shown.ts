/** Waits until the tab is visible or focused. Returns a function that ends the wait. */
export function whenShown(then: () => void): () => void {
  const check = () => {
    if (document.visibilityState === 'hidden') return;
    stop();
    then();
  };
  const stop = () => {
    document.removeEventListener('visibilitychange', check);
    window.removeEventListener('focus', check);
  };
  document.addEventListener('visibilitychange', check);
  window.addEventListener('focus', check);
  return stop;
}
