/** Copies text to the clipboard. On plain http browsers have no clipboard API, so it uses `execCommand`. */
export async function copyText(text: string): Promise<boolean> {
  if (!window.isSecureContext) return copyByCommand(text);
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function copyByCommand(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  // The field is added inside the open dialog: its focus trap would take the selection from a field outside it.
  const focused = document.activeElement;
  (focused?.parentElement ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    // Without this the keyboard would start again at the top of the page.
    if (focused instanceof HTMLElement) focused.focus();
  }
}
