/** Counted in code points, after composing: what a person sees as one letter is mostly one. */
export const passwordLength = { min: 8, max: 128 } as const;

/** Why a password may not be chosen. The codes stand in `data.fields` of a refusal; the console has words for them. */
export const passwordFaults = [
  'TOO_SHORT',
  'TOO_LONG',
  'ACCOUNT_NAME',
  'INITIAL',
  'UNCHANGED',
  'COMMON',
] as const;
export type PasswordFault = (typeof passwordFaults)[number];

/**
 * One form for what looks the same, before it is counted, compared or hashed: an accented letter is typed as one character on
 * one keyboard and as two on another. NFC, as RFC 8265 has it for passwords: it joins what belongs together and takes nothing away.
 */
export const passwordForm = (password: string) => password.normalize('NFC');

/** For comparing with lists and names only: `ＰＡＳＳＷＯＲＤ` is as easily guessed as `password`. */
export const looseForm = (text: string) => text.normalize('NFKC').trim().toLowerCase();

/** What a new password is held against. What is left out is not asked, so that a page can ask what it knows. */
export interface PasswordChoice {
  username?: string;
  /** The one it replaces. */
  originPassword?: string;
  /** What `INITIAL_PASSWORD` says. */
  initialPassword?: string | undefined;
  isCommon?: (looseForm: string) => boolean;
}

/** Everything that speaks against a password; empty when it may be chosen. */
export function faultsOf(password: string, choice: PasswordChoice): PasswordFault[] {
  const chosen = passwordForm(password);
  const loose = looseForm(password);
  const length = [...chosen].length;
  const faults: Record<PasswordFault, boolean> = {
    TOO_SHORT: length < passwordLength.min,
    TOO_LONG: length > passwordLength.max,
    ACCOUNT_NAME: choice.username !== undefined && loose === looseForm(choice.username),
    INITIAL: choice.initialPassword !== undefined && chosen === passwordForm(choice.initialPassword),
    UNCHANGED: choice.originPassword !== undefined && chosen === passwordForm(choice.originPassword),
    COMMON: choice.isCommon?.(loose) === true,
  };
  return passwordFaults.filter((fault) => faults[fault]);
}
