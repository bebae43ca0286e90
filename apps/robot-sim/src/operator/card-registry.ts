import { z } from 'zod';
import type { Disk } from '../wire/connection/disk.ts';

export type TrafficKind = 'MESSAGES' | 'FILES';

const savedUsage = z.record(
  z.string(),
  z.object({
    suspendedBecause: z.string(),
    activatedAt: z.string().nullable(),
    /** Bytes by `day/kind`. */
    days: z.record(z.string(), z.number()),
  }),
);
type UsageByCard = z.infer<typeof savedUsage>;

/** The robot that holds a card, as the operator's network reaches it. */
export interface CardHolder {
  /** Disconnects the robot from the mobile network, or reconnects it. */
  setOffline(offline: boolean): void;
  wake(): void;
}

const file = 'operator.json';
const monthlyBytes = 5 * 1024 ** 3;
const retentionDays = 62;
const operator = 'Simulated Mobile';

/** The cards of a simulated network operator: data usage by day and kind, and suspensions. */
export class CardRegistry {
  readonly #disk: Disk;
  readonly #now: () => Date;
  readonly #usage: UsageByCard;
  readonly #holders = new Map<string, CardHolder>();

  constructor(disk: Disk, now: () => Date) {
    this.#disk = disk;
    this.#now = now;
    const parsed = savedUsage.safeParse(disk.read(file) ?? {});
    this.#usage = parsed.success ? parsed.data : {};
  }

  /** Registers the robot with this card. A suspended card stays suspended. */
  add(iccid: string, holder: CardHolder): void {
    this.#holders.set(iccid, holder);
    if (this.#entry(iccid).suspendedBecause) holder.setOffline(true);
  }

  count(iccid: string, kind: TrafficKind, bytes: number): void {
    const entry = this.#entry(iccid);
    const at = this.#now().toISOString();
    entry.activatedAt ??= at;
    const key = `${at.slice(0, 10)}/${kind}`;
    entry.days[key] = (entry.days[key] ?? 0) + bytes;
  }

  /** The card in the format of docs/sim-operator.md; undefined for an unknown card. */
  card(iccid: string): Record<string, unknown> | undefined {
    if (!this.#holders.has(iccid)) return undefined;
    const { suspendedBecause, activatedAt, days } = this.#entry(iccid);
    const usage = Object.entries(days).map(([key, bytes]) => {
      const [day = '', kind = ''] = key.split('/');
      return { day, kind, bytes };
    });
    const month = this.#now().toISOString().slice(0, 7);
    const ofMonth = usage.filter(({ day }) => day.startsWith(month));
    return {
      iccid,
      operator,
      packageType: 'IoT 5 GB',
      monthlyBytes,
      suspendedBecause,
      activatedAt,
      usage,
      status: suspendedBecause ? 'DEACTIVATED' : 'ACTIVATED',
      expiresAt: null,
      usedBytes: ofMonth.reduce((sum, { bytes }) => sum + bytes, 0),
    };
  }

  /** Returns false for an unknown card. */
  suspend(iccid: string, reason: string): boolean {
    const holder = this.#holders.get(iccid);
    if (!holder) return false;
    this.#entry(iccid).suspendedBecause = reason || 'suspended';
    holder.setOffline(true);
    this.save();
    return true;
  }

  resume(iccid: string): boolean {
    const holder = this.#holders.get(iccid);
    if (!holder) return false;
    this.#entry(iccid).suspendedBecause = '';
    holder.setOffline(false);
    this.save();
    return true;
  }

  wake(iccid: string): boolean {
    const holder = this.#holders.get(iccid);
    if (!holder || this.#entry(iccid).suspendedBecause) return false;
    holder.wake();
    return true;
  }

  save(): void {
    const first = new Date(this.#now().getTime() - retentionDays * 86_400_000).toISOString();
    for (const { days } of Object.values(this.#usage))
      for (const key of Object.keys(days)) if (key < first) delete days[key];
    this.#disk.write(file, this.#usage);
  }

  #entry(iccid: string) {
    return (this.#usage[iccid] ??= { suspendedBecause: '', activatedAt: null, days: {} });
  }
}
