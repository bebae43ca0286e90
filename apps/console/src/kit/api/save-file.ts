/** Saves a file to the browser's downloads with this name. */
export function saveFile(file: Blob, name: string) {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Revoked later, because some browsers start to read only after this task.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Opens an address whose answer the browser saves itself, piece by piece: a large file is never in memory. */
export function openDownload(address: string) {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
