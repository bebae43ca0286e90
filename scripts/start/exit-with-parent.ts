// Loaded before a child's program: it must not outlive us, however we die. Then the channel between us closes.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

export {};
