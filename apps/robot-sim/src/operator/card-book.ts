import { z } from 'zod';
import type { Disk } from '../wire/connection/disk.ts';

export type TrafficKind = 'MESSAGES' | 'FILES';

const kept = z.record(
  z.string(),
  z.object({
    suspendedBecause: z.string(),
    activatedAt: z.string().nullable(),
    /** Bytes by `day/kind`. */
    days: z.record(z.string(), z.number()),
  }),
);
type Books = z.infer<typeof kept>;

/** The robot a card sits in, as the operator's network reaches it. */
export interface CardHolder {
  /** Takes it off the mobile network, or back on. */
  offAir(off: boolean): void;
  wake(): void;
}

const file = 'operator.json';
const monthlyBytes = 5 * 1024 ** 3;
const keptDays = 62;
const operator = 'Simulated Mobile';

/** What a simulated operator knows of its cards: what went over the air, by day and kind, and who is suspended. */
export class CardRegistry {
  readonly #disk: Disk;
  readonly #now: () => Date;
  readonly #books: Books;
  readonly #holders = new Map<string, CardHolder>();

  constructor(disk: Disk, now: () => Date) {
    this.#disk = disk;
    this.#now = now;
    const parsed = kept.safeParse(disk.read(file) ?? {});
    this.#books = parsed.success ? parsed.data : {};
  }

  /** A robot with this card is there. One that was suspended stays so. */
  add(iccid: string, holder: CardHolder): void {
    this.#holders.set(iccid, holder);
    if (this.#book(iccid).suspendedBecause) holder.offAir(true);
  }

  count(iccid: string, kind: TrafficKind, bytes: number): void {
    const book = this.#book(iccid);
    const at = this.#now().toISOString();
    book.activatedAt ??= at;
    const key = `${at.slice(0, 10)}/${kind}`;
    book.days[key] = (book.days[key] ?? 0) + bytes;
  }

  /** As docs/sim-operator.md has it; undefined for a card of somebody else. */
  card(iccid: string): Record<string, unknown> | undefined {
    if (!this.#holders.has(iccid)) return undefined;
    const { suspendedBecause, activatedAt, days } = this.#book(iccid);
    const usage = Object.entries(days).map(([key, bytes]) => {
      const [day = '', kind = ''] = key.split('/');
      return { day, kind, bytes };
    });
    const month = this.#now().toISOString().slice(0, 7);
    const ofMonth = usage.filter(({ day }) => day.startsWith(month));
    return {
      ...{ iccid, operator, packageType: 'IoT 5 GB', monthlyBytes, suspendedBecause, activatedAt, usage },
      status: suspendedBecause ? 'DEACTIVATED' : 'ACTIVATED',
      expiresAt: null,
      usedBytes: ofMonth.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  }

  /** False for a card of somebody else. */
  suspend(iccid: string, reason: string): boolean {
    const holder = this.#holders.get(iccid);
    if (!holder) return false;
    this.#book(iccid).suspendedBecause = reason || 'suspended';
    holder.offAir(true);
    this.save();
    return true;
  }

  resume(iccid: string): boolean {
    const holder = this.#holders.get(iccid);
    if (!holder) return false;
    this.#book(iccid).suspendedBecause = '';
    holder.offAir(false);
    this.save();
    return true;
  }

  wake(iccid: string): boolean {
    const holder = this.#holders.get(iccid);
    if (!holder || this.#book(iccid).suspendedBecause) return false;
    holder.wake();
    return true;
  }

  save(): void {
    const first = new Date(this.#now().getTime() - keptDays * 86_400_000).toISOString();
    for (const { days } of Object.values(this.#books))
      for (const key of Object.keys(days)) if (key < first) delete days[key];
    this.#disk.write(file, this.#books);
  }

  #book(iccid: string) {
    return (this.#books[iccid] ??= { suspendedBecause: '', activatedAt: null, days: {} });
  }
}
