/** Puts text on the clipboard. On plain http in a company network browsers offer no clipboard API, only the old command. */
export async function copyText(text: string): Promise<boolean> {
  if (window.isSecureContext) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const field = document.createElement('textarea');
  field.value = text;
  // Within the dialog that is open: its focus trap would take the selection from a field outside it.
  const room = document.activeElement?.parentElement ?? document.body;
  room.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  return copied;
}
