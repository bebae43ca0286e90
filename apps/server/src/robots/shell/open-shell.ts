import { shellRules, type ShellReason } from '@sweepline/contract';
import type { RobotPipe } from './robot-pipe.ts';
import type { ShellRecorder } from './shell-recorder.ts';
import type { SshShell } from './ssh-client.ts';

/** A shell of a robot of this server. */
export interface OpenShell {
  id: string;
  deviceId: string;
  companyId: string;
  accountId: string;
  /** The sign-in that opened it. */
  login: string;
  size: { cols: number; rows: number };
  state: 'STARTING' | 'RUNNING' | 'STOPPING';
  startedMs: number;
  endsMs: number;
  /** The last input. */
  inputMs: number;
  /** The last sign of the server that the robot is connected to. */
  signMs: number;
  /** Since when the robot is away. */
  awayMs: number | undefined;
  /** The last check of the right, and how many in a row could not be made. */
  checkedMs: number;
  failedChecks: number;
  hostKey: string;
  pipe: RobotPipe;
  recorder: ShellRecorder;
  ssh: SshShell | undefined;
  isSshStarting: boolean;
  /** Stores one piece after the other. */
  storing: Promise<void>;
  ending: Promise<void> | undefined;
  /** Resolves when its end is stored; the robot may not have stopped yet. */
  endStored: PromiseWithResolvers<void>;
  stopInput: () => void;
}

/** The robot has this long to answer, to open its connection and to let the server sign in. */
const startMs = 15_000;
/** Without a sign for this time the server that the robot is connected to is gone. */
const silentMs = 30_000;
/** A right that could not be checked so often in a row, once a second, is over. */
const maxFailedChecks = 4;

/** Why a shell is over at this moment. */
export function endReasonOf(shell: OpenShell, isOnline: boolean, ms: number): ShellReason | undefined {
  if (shell.state === 'STARTING') return ms - shell.startedMs > startMs ? 'TIMED_OUT' : undefined;
  if (ms >= shell.endsMs) return 'TIME_UP';
  if (ms - shell.inputMs > shellRules.idleMs) return 'IDLE';
  if (shell.recorder.isFull) return 'OUTPUT_FULL';
  if (shell.failedChecks > maxFailedChecks) return 'RIGHT_ENDED';
  const isAway = shell.awayMs !== undefined && ms - shell.awayMs > shellRules.lostMs;
  return isAway || ms - shell.signMs > silentMs ? (isOnline ? 'LOST' : 'OFFLINE') : undefined;
}
