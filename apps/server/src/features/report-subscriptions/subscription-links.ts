import { timingSafeEqual } from 'node:crypto';
import { importPath } from '@sweepline/contract';
import type { Vault } from '../../platform/files/vault.ts';

const marked = (vault: Vault, readerId: string) => vault.mark(`unsubscribe ${readerId}`);

/** The link by which one reader leaves the list: made of the reader and the installation's key, so that nothing has to be kept. */
export const unsubscribeLink = (vault: Vault, base: string, readerId: string) =>
  new URL(importPath(`unsub_${readerId.replaceAll('-', '')}_${marked(vault, readerId)}`), base).href;

/** The reader a token was made for; undefined for one that nobody made. */
export function readerOf(vault: Vault, token: string): string | undefined {
  const [, hex = '', mark = ''] = token.split('_');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const [made, given] = [Buffer.from(marked(vault, id)), Buffer.from(mark)];
  return made.length === given.length && timingSafeEqual(made, given) ? id : undefined;
}
