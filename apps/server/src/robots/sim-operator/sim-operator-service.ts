/** What an operator knows of one card. */
export interface OperatorCard {
  iccid: string;
  /** AVAILABLE, ACTIVATED, DEACTIVATED, or its own word. */
  status: string;
  operator: string;
  packageType: string;
  suspendedBecause: string;
  activatedAt: string | null;
  expiresAt: string | null;
  /** Bytes a month; null is without a limit. */
  monthlyBytes: number | null;
  /** Of this month, UTC. */
  usedBytes: number;
  usage: { day: string; kind: 'MESSAGES' | 'FILES' | 'VIDEO' | 'OTHER'; bytes: number }[];
}

/** The operator said no, in words for people. */
export class OperatorRefusal extends Error {}

/**
 * Who runs the network of the robots' SIM cards. Without one, cards are kept by hand, and a robot that went off in an orderly
 * fashion cannot be woken from afar; whoever asks for it is told so. Every call throws an `OperatorRefusal` where the operator
 * does not do it or cannot be reached.
 */
export interface SimOperator {
  /** What it knows of these cards; one it does not know is left out. */
  cards(iccids: readonly string[]): Promise<OperatorCard[]>;
  suspend(iccid: string, reason: string): Promise<void>;
  resume(iccid: string): Promise<void>;
  /** Sends the wake-up to the card. Resolves when the operator has taken it; only the robot's own traffic shows that it woke. */
  wake(iccid: string): Promise<void>;
}
