import { timingSafeEqual } from 'node:crypto';
import { importPath } from '@sweepline/contract';
import type { Vault } from '../../../platform/files/vault.ts';

const markOf = (vault: Vault, readerId: string) => vault.mark(`unsubscribe ${readerId}`);

/** The unsubscribe link of a reader. It is derived from the reader and the installation's key, so nothing is stored. */
export const unsubscribeLink = (vault: Vault, base: string, readerId: string) =>
  new URL(importPath(`unsub_${readerId.replaceAll('-', '')}_${markOf(vault, readerId)}`), base).href;

/** The reader of a token; undefined if the token is not valid. */
export function readerOf(vault: Vault, token: string): string | undefined {
  const [, hex = '', mark = ''] = token.split('_');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const [expected, actual] = [Buffer.from(markOf(vault, id)), Buffer.from(mark)];
  return expected.length === actual.length && timingSafeEqual(expected, actual) ? id : undefined;
}
