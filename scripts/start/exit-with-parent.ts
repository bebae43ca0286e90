// Loaded before a child's program: the child ends when its parent dies, which closes the IPC channel.
process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  // The program may wait for a server that died with the parent.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 2000).unref();
});
process.channel?.unref();

export {};
