// Loaded before a child's program: it must not outlive us, however we die. Then the channel between us closes.
process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  // It may wait for a server that died with us.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 2000).unref();
});
process.channel?.unref();

export {};
