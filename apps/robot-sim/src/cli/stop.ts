/** Resolves with the reason when a signal stops the program, or after some seconds. */
export function stopped(seconds: number | undefined): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal));
  if (seconds !== undefined) setTimeout(() => resolve('time is up'), seconds * 1000).unref();
  return promise;
}
