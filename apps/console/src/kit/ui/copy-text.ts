/** Copies text to the clipboard. On plain http browsers have no clipboard API, so it uses `execCommand`. */
export async function copyText(text: string): Promise<boolean> {
  if (window.isSecureContext) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const field = document.createElement('textarea');
  field.value = text;
  // The field is added inside the open dialog: its focus trap would take the selection from a field outside it.
  const container = document.activeElement?.parentElement ?? document.body;
  container.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  return copied;
}
