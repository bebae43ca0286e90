/** Longer texts belong into a file. */
export const maxPaste = 16_384;

const lineEnd = /\r\n?|\n/g;

/** Whether a pasted text runs something at once: it has a line end. */
export const hasLines = (text: string) => /[\r\n]/.test(text);

const isHidden = (character: string) => {
  const code = character.codePointAt(0)!;
  return (code < 32 && character !== '\n' && character !== '\t') || (code >= 127 && code < 160);
};

/** The text with plain line ends and without control characters, which a reader would not see, and how many those were. */
export function visibleText(pasted: string): { text: string; hidden: number } {
  const characters = [...pasted.replaceAll(lineEnd, '\n')];
  const visible = characters.filter((character) => !isHidden(character));
  return { text: visible.join(''), hidden: characters.length - visible.length };
}
