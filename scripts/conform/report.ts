import type { Row } from './test-run.ts';
import type { Verdict } from './verdict.ts';

const marks: Record<Verdict['result'], string> = {
  HOLDS: '✓ holds',
  FAILS: '✗ does not hold',
  NOT_APPLICABLE: '– not applicable',
  NOT_TESTED: '· not tested',
};
const idWidth = 13;
const markWidth = 17;

/** The lines of one row: the rule, its page, and why it does not hold or was not tested. */
export function linesOf({ id, rule, page, verdict }: Row): string[] {
  const first = `${id.padEnd(idWidth)}${marks[verdict.result].padEnd(markWidth)}${rule}`;
  const indent = ' '.repeat(idWidth + markWidth);
  if (verdict.result === 'HOLDS') return [first];
  if (verdict.result !== 'FAILS') return [first, `${indent}${verdict.reason}`];
  const { reason, message, field, at, value } = verdict.evidence;
  const where =
    message === undefined
      ? []
      : [`${message}${field === undefined ? '' : ` ${field}`}, ${at ?? ''}: ${value ?? ''}`];
  return [first, ...[reason, ...where, `docs/protocol/${page}`].map((line) => `${indent}${line}`)];
}

/** The number of rows with each result, as one line. */
export function summaryOf(rows: readonly Row[]): string {
  const count = (result: Verdict['result']) => rows.filter((row) => row.verdict.result === result).length;
  return (
    `${count('HOLDS')} hold, ${count('FAILS')} do not hold, ${count('NOT_APPLICABLE')} are not applicable, ` +
    `${count('NOT_TESTED')} were not tested`
  );
}

export const hasFailed = (rows: readonly Row[]) => rows.some(({ verdict }) => verdict.result === 'FAILS');
