import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { AddressRequests } from './address-requests.ts';
import { downloadPiece, type FetchRange } from './range-download.ts';

/** Brings one file of the server to the disk, piece by piece. */
export class FileDownload {
  readonly #addresses: AddressRequests;
  readonly #fetchRange: FetchRange | undefined;
  #link: string | undefined;

  constructor(addresses: AddressRequests, fetchRange: FetchRange | undefined) {
    this.#addresses = addresses;
    this.#fetchRange = fetchRange;
  }

  /** Adds the next piece. Returns the bytes on the disk; throws when it failed. */
  async next(path: string, fileId: string, bytes: number): Promise<number> {
    if (!this.#fetchRange) throw new Error('no server to ask');
    mkdirSync(dirname(path), { recursive: true });
    try {
      this.#link ??= await this.#addresses.addressOf(fileId);
      return await downloadPiece(path, bytes, this.#link, this.#fetchRange);
    } catch (error) {
      // The address may have expired.
      this.#link = undefined;
      throw error;
    }
  }

  /** The next piece asks for a new address. */
  forget() {
    this.#link = undefined;
  }
}
