/** Hands a file to the browser's downloads under this name. */
export function saveFile(file: Blob, name: string) {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: some browsers begin to read only after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
