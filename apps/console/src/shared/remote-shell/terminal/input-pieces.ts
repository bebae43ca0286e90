import { shellRules } from '@sweepline/contract';

/** Splits input into messages of at most `max` characters. A character of two code units stays in one message. */
export function inputPieces(text: string, max: number = shellRules.maxInput): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const character of text) {
    if (piece.length + character.length > max) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return piece === '' ? pieces : [...pieces, piece];
}
