let playing: AudioBufferSourceNode | undefined;

/** Plays a sound that came with an answer, in place of the one before. Pages may not play addresses of their own making. */
export async function playSound(base64: string): Promise<void> {
  playing?.stop();
  const context = new AudioContext();
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const source = context.createBufferSource();
  source.buffer = await context.decodeAudioData(bytes.buffer);
  source.connect(context.destination);
  source.addEventListener('ended', () => void context.close());
  source.start();
  playing = source;
}
