/** The operator's data of one card. */
export interface OperatorCard {
  iccid: string;
  /** AVAILABLE, ACTIVATED, DEACTIVATED, or the operator's own status. */
  status: string;
  operator: string;
  packageType: string;
  suspendedBecause: string;
  activatedAt: string | null;
  expiresAt: string | null;
  /** Bytes a month; null means no limit. */
  monthlyBytes: number | null;
  /** Of this month, UTC. */
  usedBytes: number;
  usage: { day: string; kind: 'MESSAGES' | 'FILES' | 'VIDEO' | 'OTHER'; bytes: number }[];
}

/** The operator refused, with a message for users. */
export class OperatorRefusal extends Error {}

/**
 * The network operator of the robots' SIM cards. Without one, cards are managed by hand, and a robot that shut down cannot
 * be woken remotely: such a request is refused. Every call throws an `OperatorRefusal` if the operator refuses or is not
 * reachable.
 */
export interface SimOperator {
  /** The data of these cards; unknown cards are left out. */
  cards(iccids: readonly string[]): Promise<OperatorCard[]>;
  suspend(iccid: string, reason: string): Promise<void>;
  resume(iccid: string): Promise<void>;
  /**
   * Sends the wake-up to the card. Resolves when the operator has accepted it; only the robot's traffic proves that it
   * woke.
   */
  wake(iccid: string): Promise<void>;
}
